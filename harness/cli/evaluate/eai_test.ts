import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, type ScriptedResponse, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { sampleAnswers, writeSampleCheckout } from '../../interop/eai/testing/sample_checkout.ts';
import { documentOf, refusal, tapedeck, tapedeckIn, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, at, file, read } = scratchFolder();

function checkoutWith(name: string, path?: string, change?: (file: string) => void): string {
  writeSampleCheckout(at(name));
  if (path !== undefined) change?.(at(name, 'src/virtualhome_eval', path));
  return at(name);
}
const checkout = checkoutWith('checkout');

const PLANS = sampleAnswers('{"WALK": ["cup"], "GRAB": ["cup"]}', {
  '1_1': '{"WALK": ["lamp"], "SWITCHON": ["lamp"], "TOUCH": ["lamp"]}',
  '3_1': '{"WALK": ["book"], "GRAB": ["book"], "READ": ["book"], "OPEN": ["fridge"]}',
  '4_1': '{"WALK": [bed]}',
});
const plans = file('gpt-4o-2024-05-13_outputs.json', PLANS);
const MODEL = 'gpt-4o-2024-05-13';

type Figure = { readonly figure: string };
const scored = (evaluation: string, ...answers: string[]) =>
  documentOf('eai', evaluation, '--eai', checkout, '--answers', ...answers);
const figureIn = (figures: readonly Figure[], name: string) => figures.find(({ figure }) => figure === name);

describe('tapedeck eai', () => {
  it('scores plans both ways, beside the published figures', async () => {
    const [{ figures, verdicts }] = await scored('action_sequencing', plans);
    // By EAI: 1_1 and 3_1, which stops at the fridge, of four; strictly 1_1 of four others.
    expect(figureIn(figures, 'success')).toEqual({ figure: 'success', eai: 50, strict: 25, published: 61.6 });
    expect(figures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ figure: 'executable', eai: 50, strict: 75 }),
        expect.objectContaining({ figure: 'parsing', eai: 50, strict: 0 }),
        expect.objectContaining({ figure: 'missing_step', eai: 25, strict: 25 }),
        expect.objectContaining({ figure: 'action_goals', eai: 33.3333, strict: 66.6667 }),
      ]),
    );
    expect(verdicts.map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`)).toEqual([
      '1_1 reached_goals',
      '3_1 missing_step',
      '4_1 parsing',
      '5_1 missed_goals',
    ]);
  });

  it('shows a table that says what distinguishes the scorings, and verdicts with --verdicts', async () => {
    const { out } = await tapedeck(
      ...words`eai action_sequencing --eai ${checkout} --answers ${plans} --verdicts --scoring strict`,
    );
    expect(out).toMatch(/success +50\.0 \(2\/4\) +25\.0 \(1\/4\) +61\.6/);
    expect(out).toContain('one_edge_counts: eai: at most one required edge counts');
    expect(out).toContain('2_1  missed_goals');
    expect(out).not.toContain('4_1  ');
  });

  it('scores several models at once', async () => {
    const goals = sampleAnswers('{}', { '1_1': '{"node goals": [{"name": "lamp", "state": "ON"}]}' });
    const none = file('none.json', sampleAnswers('no'));
    const models = await scored('goal_interpretation', file('mine.json', goals), none);
    // One of six goals, and nothing wrong; by EAI an answer that cannot be read misses nothing.
    expect(models.map(({ figures }: { figures: object[] }) => figures[2])).toEqual([
      { figure: 'all_f1', eai: 25, strict: 25, published: null },
      { figure: 'all_f1', eai: 0, strict: 0, published: null },
    ]);
  });

  it('scores actions, and plans with them', async () => {
    const walk =
      '(:action walk_towards :parameters (?char - character ?obj - object) :precondition (and (not (sitting ?char))) :effect (and (next_to ?char ?obj)))';
    const [{ figures }] = await scored('transition_modeling', file('a.json', sampleAnswers(walk, {}, ['1_1'])));
    expect(figureIn(figures, 'all_f1')).toMatchObject({ eai: 100, strict: 44.4444 });
    expect(figureIn(figures, 'planner_success')).toMatchObject({ eai: 100, strict: 0 });
  });

  const GRAPHS =
    'dataset/programs_processed_precond_nograb_morepreconds/init_and_final_graphs/TrimmedTestScene1_graph/results_intentions_march-13-18/file3_1.json';
  const incomplete = checkoutWith('incomplete', GRAPHS, (path) => rmSync(path));
  const wrongGraph = checkoutWith('wrong_graph', GRAPHS, (path) => {
    const document = JSON.parse(readFileSync(path, 'utf8'));
    document.final_graph.edges.push({ from_id: 65, relation_type: 'CLOSE', to_id: 70 });
    writeFileSync(path, JSON.stringify(document));
  });
  const few = file('few.json', sampleAnswers('', {}, ['1_1']));

  it.each([
    ['action_sequencing', folder, plans, /src\/virtualhome_eval": there is no such folder; --eai takes a checkout/],
    ['action_sequencing', checkout, `${plans} --mode record`, /--mode record needs --model/],
    ['action_sequencing', checkout, few, /few\.json", line 6: .* there are no answers to 2_1, 3_1, 4_1, 5_1/],
    ['transition_modeling', checkout, plans, /line 7, column 17, field \[1\]\.identifier: .*found "2_1"/],
    ['action_sequencing', incomplete, plans, /file3_1\.json": there is no such file; use a complete checkout/],
    [
      'action_sequencing',
      wrongGraph,
      plans,
      /file3_1\.json", line 1, .* field final_graph\.edges\[\d+\]\.to_id: expected the id of a node/,
    ],
  ])('ends with 2 and one message: %s of %s with %s', async (evaluation, eai, answers, message) => {
    expect(await refusal(...words`eai ${evaluation} --eai ${eai} --answers ${answers.split(' ')}`)).toMatch(message);
  });

  it('can be interrupted, and wants to know which answers', async () => {
    const argv = words`eai action_sequencing --eai ${checkout} --answers ${plans}`;
    expect(await refusal(...argv.slice(0, 4))).toMatch(/--answers FILE, or --model NAME/);
    const { exitCode, said } = await tapedeckIn({ signal: AbortSignal.abort() }, ...argv);
    expect([exitCode, said]).toEqual([130, 'Interrupted after 1 of 5 tasks']);
  });
});

describe('tapedeck eai --model', () => {
  const environment = { OPENAI_API_KEY: 'sk-not-a-real-key-0123456789' };
  const ask = (tapes: string, ...argv: string[]) =>
    tapedeckIn(
      { environment },
      ...words`eai action_sequencing --eai ${checkout} --model ${MODEL} --tapes ${at(tapes)}`,
      ...argv,
    );
  const answerTo = new Map<string, string>(
    JSON.parse(PLANS).map(({ identifier, llm_output }: Record<string, string>) => [`(${identifier})`, llm_output]),
  );
  const answering = (body: unknown) => {
    const { messages } = body as { messages: { content: string }[] };
    return answerTo.get(/\(\w+\)$/.exec(messages[0]!.content)![0]!)!;
  };

  async function recording(tapes: string, failing: (number: number) => ScriptedResponse | null, ...argv: string[]) {
    const server = await scriptedServer(
      (number, { body }) => failing(number) ?? { status: 200, body: chatBody(answering(body)) },
    );
    onTestFinished(server.close);
    return { ...(await ask(tapes, '--mode', 'record', '--url', server.baseUrl, ...argv)), seen: server.seen };
  }

  it('records answers to EAI’s prompts, and replays them: what comes out is what files of them come to', async () => {
    const { seen, ...recorded } = await recording('recorded', () => null, '--json');
    expect(recorded, recorded.said).toMatchObject({ exitCode: 0 });
    expect(seen).toHaveLength(5);
    expect(seen[0]?.body).toMatchObject({ temperature: 0, messages: [{ content: 'Plan: Turn on light (1_1)' }] });
    const replayed = await ask('recorded', '--json');
    expect(replayed).toEqual({ ...recorded, said: '' });
    const [fromFile] = await scored('action_sequencing', plans);
    expect(JSON.parse(replayed.out)).toEqual([{ ...fromFile, answers: MODEL }]);
    expect(existsSync(at(`recorded/eai_action_sequencing/${MODEL}/manifest.json`))).toBe(true);
    expect(await tapedeck('cassettes', 'verify', '--tapes', at('recorded'))).toMatchObject({ exitCode: 0 });
  });

  it('exports missing requests, and scores after they are ingested', async () => {
    const [misses, requests] = [at('eai_misses.jsonl'), at('requests.jsonl')];
    const tapes = ['--tapes', at('batched')];
    const first = await ask('batched', '--mode', 'batch', '--misses', misses);
    expect([first.exitCode, first.out]).toEqual([3, '']);
    expect(first.said).toContain(`5 tasks without an answer; export the requests: npx tapedeck batch export ${misses}`);
    expect(await tapedeck('batch', 'export', misses, '-o', requests, ...tapes)).toMatchObject({ exitCode: 0 });
    const answered = read('requests.jsonl')
      .trim()
      .split('\n')
      .map((line) => {
        const { custom_id, body } = JSON.parse(line);
        return JSON.stringify({ custom_id, content: answering(body) });
      });
    const answers = file('answers.jsonl', answered.join('\n'));
    const given = words`--provider p --channel c --answered-on 2026-01-31 ${tapes}`;
    expect(await tapedeck('batch', 'ingest', answers, ...given)).toMatchObject({ exitCode: 0 });
    const again = await ask('batched', '--mode', 'batch', '--misses', at('no_misses.jsonl'), '--json');
    expect(again).toMatchObject({ exitCode: 0, said: '' });
    expect(existsSync(at('no_misses.jsonl'))).toBe(false);
    const [{ figures }] = JSON.parse(again.out);
    expect(figures[0]).toEqual({ figure: 'success', eai: 50, strict: 25, published: 61.6 });
  });

  it('scores nothing and exits with 3 if an answer is not on the tape', async () => {
    const { exitCode, out, said } = await ask('empty', '--json');
    expect([exitCode, JSON.parse(out)]).toEqual([3, [{ evaluation: 'action_sequencing', answers: MODEL, missing: 5 }]]);
    expect(said).toMatch(/Cannot replay request .* of episode "eai_action_sequencing\/scene_1\/1_1\/eai\/1"/);
    expect(said).toMatch(/begin with: npx tapedeck eai action_sequencing .* --mode batch/);
  });

  it('keeps received answers when the server then refuses', async () => {
    const refused = { status: 400, body: '{"error": {"message": "no"}}' };
    const { exitCode, said } = await recording('half', (number) => (number === 3 ? refused : null), '--jobs', '1');
    expect(exitCode).toBe(3);
    expect(said).toMatch(/^3_1: api_error: /m);
    expect(said).toMatch(/All answers so far are recorded; to continue: npx tapedeck eai action_sequencing/);
    expect(JSON.parse((await ask('half', '--json')).out)[0].missing).toBe(1);
  });

  it('counts a prompt beyond the context of the model as an empty answer', async () => {
    const long = checkoutWith('long', 'evaluation/subgoal_decomposition/prompts/helm_prompts.json', (path) => {
      const [first, ...others] = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify([{ ...first, llm_prompt: 'word '.repeat(9_000) }, ...others]));
    });
    const { said } = await tapedeck(
      ...words`eai subgoal_decomposition --eai ${long} --model gpt-4 --mode batch`,
      ...words`--misses ${at('long.jsonl')} --tapes ${at('long_tapes')}`,
    );
    expect(said).toContain('1_1: the prompt is longer than the model’s context; this counts as an empty answer');
    expect(said).toContain('3 tasks without an answer');
  });

  it.each([
    [`--answers ${plans}`, /model.*answers|answers.*model/i],
    ['--jobs 0', /--jobs must be a whole number of at least 1, found 0/],
    ['--mode record --retries -1', /--retries must be a whole number/],
  ])('refuses %s', async (line, message) => {
    const said = expect.stringMatching(message);
    expect(await ask('refused', ...line.split(' '))).toMatchObject({ exitCode: 2, said });
  });
});
