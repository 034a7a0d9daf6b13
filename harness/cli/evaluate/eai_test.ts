import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { sampleAnswers, writeSampleCheckout } from '../../interop/eai/testing/sample_checkout.ts';
import { tapedeck, tapedeckIn, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, file } = scratchFolder();
const checkout = join(folder, 'checkout');
writeSampleCheckout(checkout);

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
    expect(out).toContain('one_edge_counts: eai: at most one required edge counts');
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
    [
      'a mode for files',
      ['action_sequencing', '--eai', checkout, '--answers', plans, '--mode', 'record'],
      /--mode record needs --model/,
    ],
    ['no answers', ['action_sequencing', '--eai', checkout], /--answers FILE, or --model NAME/],
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

describe('tapedeck eai --model', () => {
  const ask = (tapes: string, ...argv: string[]) =>
    tapedeckIn(
      { environment: { OPENAI_API_KEY: 'sk-not-a-real-key-0123456789' } },
      ...words`eai action_sequencing --eai ${checkout} --model gpt-4o-2024-05-13 --tapes ${join(folder, tapes)}`,
      ...argv,
    );
  /** What the file of answers says, by what the prompt says: its task's id, in parentheses. */
  const answerTo = new Map<string, string>(
    JSON.parse(PLANS).map(({ identifier, llm_output }: Record<string, string>) => [`(${identifier})`, llm_output]),
  );
  const answering = (body: unknown) => {
    const { messages } = body as { messages: { content: string }[] };
    return answerTo.get(/\(\w+\)$/.exec(messages[0]!.content)![0]!)!;
  };

  it('records answers to EAI’s prompts, and replays them: what comes out is what files of them come to', async () => {
    const server = await scriptedServer((_, { body }) => ({ status: 200, body: chatBody(answering(body)) }));
    onTestFinished(server.close);
    const recorded = await ask('recorded', '--mode', 'record', '--url', server.baseUrl, '--json');
    expect(recorded, recorded.said).toMatchObject({ exitCode: 0 });
    expect(server.seen.map(({ body }) => body)).toHaveLength(5);
    expect(server.seen[0]?.body).toMatchObject({
      temperature: 0,
      messages: [{ content: 'Plan: Turn on light (1_1)' }],
    });
    const replayed = await ask('recorded', '--json');
    expect(replayed).toEqual({ ...recorded, said: '' });
    const [fromTape] = JSON.parse(replayed.out);
    const [fromFile] = JSON.parse((await score('action_sequencing', plans, '--json')).out);
    expect(fromTape).toEqual({ ...fromFile, answers: 'gpt-4o-2024-05-13' });
    expect(existsSync(join(folder, 'recorded/eai_action_sequencing/gpt-4o-2024-05-13/manifest.json'))).toBe(true);
    expect(await tapedeck('cassettes', 'verify', '--tapes', join(folder, 'recorded'))).toMatchObject({ exitCode: 0 });
  });

  it('exports what is missing, and scores when it has been ingested', async () => {
    const [misses, requests, answers] = ['eai_misses.jsonl', 'requests.jsonl', 'answers.jsonl'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const tapes = ['--tapes', join(folder, 'batched')];
    const first = await ask('batched', '--mode', 'batch', '--misses', misses);
    expect([first.exitCode, first.out]).toEqual([3, '']);
    expect(first.said).toContain(`5 tasks without an answer; export the requests: npx tapedeck batch export ${misses}`);
    expect(await tapedeck('batch', 'export', misses, '-o', requests, ...tapes)).toMatchObject({ exitCode: 0 });
    const lines = readFileSync(requests, 'utf8').trim().split('\n');
    const answered = lines.map((line) => {
      const { custom_id, body } = JSON.parse(line);
      return JSON.stringify({ custom_id, content: answering(body) });
    });
    writeFileSync(answers, answered.join('\n'));
    const given = ['--provider', 'p', '--channel', 'c', '--answered-on', '2026-01-31'];
    expect(await tapedeck('batch', 'ingest', answers, ...given, ...tapes)).toMatchObject({ exitCode: 0 });
    const again = await ask('batched', '--mode', 'batch', '--misses', join(folder, 'none.jsonl'), '--json');
    expect(again).toMatchObject({ exitCode: 0, said: '' });
    expect(existsSync(join(folder, 'none.jsonl'))).toBe(false);
    const [{ figures }] = JSON.parse(again.out);
    expect(figures[0]).toEqual({ figure: 'success', eai: 50, strict: 25, published: 61.6 });
  });

  it('scores nothing and ends with 3, when an answer is not on the tape', async () => {
    const { exitCode, out, said } = await ask('empty', '--json');
    expect([exitCode, JSON.parse(out)]).toEqual([
      3,
      [{ evaluation: 'action_sequencing', answers: 'gpt-4o-2024-05-13', missing: 5 }],
    ]);
    expect(said).toMatch(/Cannot replay request .* of episode "eai_action_sequencing\/scene_1\/1_1\/eai\/1"/);
    expect(said).toMatch(/begin with: npx tapedeck eai action_sequencing .* --mode batch/);
  });

  it('keeps what was answered, when the server then refuses', async () => {
    const server = await scriptedServer((number, { body }) =>
      number === 3
        ? { status: 400, body: '{"error": {"message": "no"}}' }
        : { status: 200, body: chatBody(answering(body)) },
    );
    onTestFinished(server.close);
    const { exitCode, said } = await ask('half', '--mode', 'record', '--jobs', '1', '--url', server.baseUrl);
    expect(exitCode).toBe(3);
    expect(said).toMatch(/^3_1: api_error: /m);
    expect(said).toMatch(/All answers so far are recorded; to continue: npx tapedeck eai action_sequencing/);
    expect(JSON.parse((await ask('half', '--json')).out)[0].missing).toBe(1);
  });

  it('takes a prompt that the model cannot read for one that is answered by nothing', async () => {
    const { said } = await tapedeck(
      ...['eai', 'subgoal_decomposition', '--eai', longCheckout(), '--model', 'gpt-4', '--mode', 'batch'],
      ...['--misses', join(folder, 'long.jsonl'), '--tapes', join(folder, 'long')],
    );
    expect(said).toContain('1_1: the prompt is longer than the model’s context; counted as an empty answer');
    expect(said).toContain('3 tasks without an answer');
  });

  function longCheckout(): string {
    const long = join(folder, 'long_checkout');
    writeSampleCheckout(long);
    const file = join(long, 'src/virtualhome_eval/evaluation/subgoal_decomposition/prompts/helm_prompts.json');
    const [first, ...others] = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify([{ ...first, llm_prompt: 'word '.repeat(9_000) }, ...others]));
    return long;
  }

  it.each([
    [['--answers', plans], /model.*answers|answers.*model/i],
    [['--jobs', '0'], /--jobs must be a whole number of at least 1, found 0/],
    [['--mode', 'record', '--retries', '-1'], /--retries must be a whole number/],
  ])('refuses %j', async (words, message) => {
    const { exitCode, said } = await ask('refused', ...words);
    expect(said).toMatch(message);
    expect(exitCode).toBe(2);
  });
});
