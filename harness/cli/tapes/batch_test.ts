import { beforeAll, describe, expect, it } from 'vitest';
import { requestKey } from '../../../cassettes/wire/exchange.ts';
import { wireRequestSchema } from '../../../cassettes/wire/wire.ts';
import { refusal, tapedeck, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { at, file, read } = scratchFolder();
const TAPES = ['--tapes', at('tapes')];
const SECRET = `sk-${'a1'.repeat(12)}`;

beforeAll(async () => await tapedeck('run', 'listings', '--mode', 'batch', ...TAPES, '--out', at('run')));

function exportBatch(...more: string[]) {
  return tapedeck('batch', 'export', at('run'), '-o', at('requests.jsonl'), ...TAPES, ...more);
}

function ingest(answers: string) {
  const provenance = words`--provider nobody --channel test --answered-on unknown`;
  return tapedeck('batch', 'ingest', file('answers.jsonl', answers), ...TAPES, ...provenance);
}

it('tapedeck batch export exports the rest and says what is left out, when a request looks like it contains a credential', async () => {
  const misses = read('run/misses.jsonl');
  const miss = JSON.parse(misses.split('\n')[0] ?? '');
  miss.body.messages[0].content += `\nopen ${SECRET}`;
  const { url, body } = miss;
  const key = requestKey(wireRequestSchema.parse({ url, body }));
  file('run/misses.jsonl', `${misses}${JSON.stringify({ ...miss, key })}\n`);
  const { exitCode, said } = await exportBatch();
  expect(exitCode).toBe(0);
  expect(said).toContain('1 request for model');
  expect(said).toMatch(
    /Omitted a request of listings\/\S+, trial 1: line \d+ of message 1 looks like it contains an API/,
  );
  const json = await exportBatch('--json');
  expect(JSON.parse(json.out)).toMatchObject({ misses: 2, files: [{ requests: 1 }], leftOut: [{ key }] });
  for (const text of [said, json.out, read('requests.jsonl')]) expect(text).not.toContain(SECRET);
});

describe('tapedeck batch ingest', () => {
  it('exits with 3 if requests are pending and the files contain no answers', async () => {
    await exportBatch();
    for (const nothing of ['', '\n \n']) {
      const { exitCode, said } = await ingest(nothing);
      expect(exitCode).toBe(3);
      expect(said).toContain('1 request still pending');
      expect(said).toContain('The files contain no answers');
    }
  });

  it('exits with 0, when an empty answer is an answer, and when nothing waits', async () => {
    await exportBatch();
    const { custom_id } = JSON.parse(read('requests.jsonl'));
    expect(await ingest(JSON.stringify({ custom_id, content: '' }))).toMatchObject({ exitCode: 0 });
    expect(await ingest('')).toMatchObject({ exitCode: 0 });
  });
});

describe('the loop in chunks', () => {
  const RUN = ['run', 'household', '--planner', 'llm_state', 'llm_state+summary=false', 'progprompt', '--task'];
  const TASKS = ['make_toast', 'make_2_toasts', 'use_computer'];
  const CHUNK_TAPES = ['--tapes', at('chunk_tapes')];
  const run = (out: string) =>
    tapedeck(...RUN, ...TASKS, '--scene', 'house_1', 'house_2', '--mode', 'batch', ...CHUNK_TAPES, '--out', at(out));
  const exportTo = (folder: string, ...more: string[]) =>
    tapedeck('batch', 'export', at('round'), '--chunks', at(folder), ...more, ...CHUNK_TAPES);

  it('exports and ingests chunks, and reports missing answers by file and planner', async () => {
    const { said: ran } = await run('round');
    const { files, missing } = JSON.parse((await exportTo('chunks', '--json')).out);
    // Both sorts of LLM-State ask the same at first.
    expect(ran).toMatch(
      /^progprompt: 6 episodes stopped at a missing answer; at least 6 calls and [\d,]+ prompt tokens/m,
    );
    expect(ran).toMatch(/^In total, counting shared requests once: at least 12 calls/m);
    // Of each house, two tasks in three are of one family: 4 chunks for each of the two planners.
    expect(files.map(({ requests }: { requests: number }) => requests)).toEqual(
      Array(8).fill(expect.toBeOneOf([1, 2])),
    );
    expect(missing).toMatchObject({ planners: [{ planner: 'llm_state', calls: 6 }, {}, {}], all: { calls: 12 } });
    for (const chunk of ['001', '002', '003']) answer(`chunks/${chunk}`);
    const provenance = words`--provider nobody --channel ${'by hand'} --answered-on 2026-11-24`;
    const context = words`--note ${'first round'} --per-context 2 --hidden-reasoning possible --tools none`;
    const back = await tapedeck('batch', 'ingest', at('chunks'), ...CHUNK_TAPES, ...provenance, ...context);
    expect(back.exitCode).toBe(3);
    expect(back.said).toMatch(new RegExp(`^  ${at('chunks/004/requests.jsonl')}: [12], at line 1`, 'm'));
    expect(back.said).toMatch(/^In total, counting shared requests once: at least [5-9] calls/m);
    const manifest = JSON.parse(read('chunk_tapes/household/claude/manifest.json'));
    const sharedContext = { requestsMax: 2, apart: ['scene', 'task'] };
    expect(manifest.provenance).toMatchObject([
      { model: 'claude-x-y', note: 'first round', hiddenReasoning: 'possible', tools: 'none', sharedContext },
    ]);
    const again = JSON.parse((await exportTo('chunks_2', '--json')).out);
    expect(again.missing.all.calls).toBeLessThan(12);
    const ingested = await tapedeck('batch', 'ingest', at('chunks'), ...CHUNK_TAPES, ...provenance, '--json');
    expect(again.missing.all.calls).toBe(JSON.parse(ingested.out).stillMissing.all.calls);
  });

  it.each([
    ['--apart scene,room', 'No attribute (--apart) is called "room"; known: scene, task'],
    ['--size 0', '--size must be a whole number from 1 to 50000, found 0'],
    ['--seed 0.5', '--seed must be a whole number, found 0.5'],
    ['-o x.jsonl', '--chunks and -o cannot be combined; use one'],
  ])('refuses %s', async (more, message) => {
    const said = expect.stringContaining(message);
    expect(await exportTo('nowhere', ...more.split(' '))).toMatchObject({ exitCode: 2, said });
  });

  it('refuses a folder in which something lies, and wants to know where to', async () => {
    expect(await exportTo('chunks')).toMatchObject({ exitCode: 2, said: expect.stringContaining('it is not empty') });
    expect(await refusal('batch', 'export', at('round'), ...CHUNK_TAPES)).toContain('--out FILE, or --chunks DIR');
  });
});

function answer(chunk: string): void {
  const answers = read(`${chunk}/requests.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { custom_id } = JSON.parse(line);
      return `${JSON.stringify({ custom_id, content: '1. wait()', model: 'claude-x-y' })}\n`;
    });
  file(`${chunk}/answers.jsonl`, answers.join(''));
}
