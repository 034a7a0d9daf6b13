import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleAnswers, writeSampleCheckout } from '../eai/testing/sample_checkout.ts';
import { tapedeck, tapedeckIn } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-eai-'));
afterAll(() => rmSync(folder, { recursive: true }));
const checkout = join(folder, 'checkout');
writeSampleCheckout(checkout);

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const PLANS = sampleAnswers('{"WALK": ["cup"], "GRAB": ["cup"]}', {
  '1_1': '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "TOUCH": ["lamp"]}',
  '3_1': '{"WALK": ["book"], "GRAB": ["book"], "READ": ["book"], "OPEN": ["fridge"]}',
  '4_1': '{"WALK": [bed]}',
});
const plans = file('gpt-4o-2024-05-13_outputs.json', PLANS);
const score = (evaluation: string, ...argv: string[]) =>
  tapedeck('eai', evaluation, '--eai', checkout, '--answers', ...argv);

describe('tapedeck eai', () => {
  it('scores plans both ways, beside the published figures', async () => {
    const { exitCode, out } = await score('action_sequencing', plans, '--json');
    expect(exitCode).toBe(0);
    const [{ figures, verdicts }] = JSON.parse(out);
    const figure = (name: string) => figures.find((each: { figure: string }) => each.figure === name);
    // By EAI: 1_1 and 3_1, which stops at the fridge, of four; strictly 1_1 of four others.
    expect(figure('success')).toEqual({ figure: 'success', eai: 50, strict: 25, published: 61.6 });
    expect(figure('executable')).toMatchObject({ eai: 50, strict: 75 });
    expect(figure('parsing')).toMatchObject({ eai: 50, strict: 0 });
    expect(figure('missing_step')).toMatchObject({ eai: 25, strict: 25 });
    expect(figure('action_goals')).toMatchObject({ eai: 33.3333, strict: 66.6667 });
    expect(verdicts.map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`)).toEqual([
      '1_1 reached_goals',
      '3_1 missing_step',
      '4_1 parsing',
      '5_1 missed_goals',
    ]);
  });

  it('shows a table that says what distinguishes the scorings, and verdicts where told so', async () => {
    const { out } = await score('action_sequencing', plans, '--verdicts', '--scoring', 'strict');
    expect(out).toMatch(/success +50\.0 \(2\/4\) +25\.0 \(1\/4\) +61\.6/);
    expect(out).toContain('one_edge_counts: eai: of the edges that are to hold at most one counts');
    expect(out).toContain('2_1  missed_goals');
    expect(out).not.toContain('4_1  ');
  });

  it('scores several models at once', async () => {
    const goals = sampleAnswers('{}', { '1_1': '{"node goals": [{"name": "lamp", "state": "ON"}]}' });
    const { out } = await score(
      'goal_interpretation',
      file('mine.json', goals),
      file('none.json', sampleAnswers('no')),
      '--json',
    );
    const f1 = JSON.parse(out).map(({ figures }: { figures: object[] }) => figures[2]);
    // One of six goals, and nothing wrong; by EAI an answer that cannot be read misses nothing.
    expect(f1).toEqual([
      { figure: 'all_f1', eai: 25, strict: 25, published: null },
      { figure: 'all_f1', eai: 0, strict: 0, published: null },
    ]);
  });

  it('scores actions, and plans with them', async () => {
    const walk =
      '(:action walk_towards :parameters (?char - character ?obj - object) :precondition (and (not (sitting ?char))) :effect (and (next_to ?char ?obj)))';
    const { out } = await score('transition_modeling', file('a.json', sampleAnswers(walk, {}, ['1_1'])), '--json');
    const [{ figures }] = JSON.parse(out);
    const figure = (name: string) => figures.find((each: { figure: string }) => each.figure === name);
    expect(figure('all_f1')).toMatchObject({ eai: 100, strict: 44.4444 });
    expect(figure('planner_success')).toMatchObject({ eai: 100, strict: 0 });
  });

  it.each([
    [
      'no checkout',
      ['action_sequencing', '--eai', folder, '--answers', plans],
      /src\/virtualhome_eval": there is no such folder; --eai takes a checkout/,
    ],
    ['no answers', ['action_sequencing', '--eai', checkout], /answers/],
    [
      'an answer too few',
      ['action_sequencing', '--eai', checkout, '--answers', file('few.json', sampleAnswers('', {}, ['1_1']))],
      /few\.json", line 6: .* there is none to 2_1, 3_1, 4_1, 5_1/,
    ],
    [
      'an unknown id',
      ['transition_modeling', '--eai', checkout, '--answers', plans],
      /line 7, column 17, field \[1\]\.identifier: .*found "2_1"/,
    ],
  ])('ends with 2 and one message: %s', async (_, argv, message) => {
    const { exitCode, out, said } = await tapedeck('eai', ...argv);
    expect([exitCode, out]).toEqual([2, '']);
    expect(said).toMatch(message);
  });

  it('names a file that the checkout lacks', async () => {
    const broken = join(folder, 'broken');
    writeSampleCheckout(broken);
    const graphs = join(
      ...[broken, 'src/virtualhome_eval/dataset/programs_processed_precond_nograb_morepreconds/init_and_final_graphs'],
      'TrimmedTestScene1_graph/results_intentions_march-13-18/file3_1.json',
    );
    mkdirSync(dirname(graphs), { recursive: true });
    rmSync(graphs);
    const { exitCode, said } = await tapedeck('eai', 'action_sequencing', '--eai', broken, '--answers', plans);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/file3_1\.json": there is no such file; the checkout is not complete/);
  });

  it('names file, line and id, where a graph of the checkout is one that the original refuses', async () => {
    const broken = join(folder, 'broken_graph');
    writeSampleCheckout(broken);
    const graphs = join(
      ...[broken, 'src/virtualhome_eval/dataset/programs_processed_precond_nograb_morepreconds/init_and_final_graphs'],
      'TrimmedTestScene1_graph/results_intentions_march-13-18/file3_1.json',
    );
    const document = JSON.parse(readFileSync(graphs, 'utf8'));
    document.final_graph.edges.push({ from_id: 65, relation_type: 'CLOSE', to_id: 70 });
    writeFileSync(graphs, JSON.stringify(document));
    const { exitCode, said } = await tapedeck('eai', 'action_sequencing', '--eai', broken, '--answers', plans);
    expect(exitCode).toBe(2);
    expect(said).toMatch(
      /file3_1\.json", line 1, .* field final_graph\.edges\[\d+\]\.to_id: expected the id of a node/,
    );
  });

  it('can be interrupted', async () => {
    const argv = ['eai', 'action_sequencing', '--eai', checkout, '--answers', plans];
    const { exitCode, said } = await tapedeckIn({ signal: AbortSignal.abort() }, ...argv);
    expect([exitCode, said]).toEqual([130, 'Interrupted after 1 of 5 tasks']);
  });
});
