/**
 * The offline recording loop from the command line.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestKey } from '../../cassettes/key.ts';
import { wireRequestSchema } from '../../cassettes/wire.ts';
import { tapedeck } from '../run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-batch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const TAPES = ['--tapes', at('tapes')];
const SECRET = `sk-${'a1'.repeat(12)}`;

beforeAll(async () => {
  await tapedeck('run', 'listings', '--mode', 'batch', ...TAPES, '--out', at('run'));
});

function exportBatch(...more: string[]) {
  return tapedeck('batch', 'export', at('run'), '-o', at('requests.jsonl'), ...TAPES, ...more);
}

function ingest(answers: string) {
  writeFileSync(at('answers.jsonl'), answers);
  const provenance = ['--provider', 'nobody', '--channel', 'test', '--answered-on', 'unknown'];
  return tapedeck('batch', 'ingest', at('answers.jsonl'), ...TAPES, ...provenance);
}

describe('tapedeck batch export', () => {
  it('exports the rest and says what is left out, when a request looks like it holds a credential', async () => {
    const misses = readFileSync(at('run/misses.jsonl'), 'utf8');
    const miss = JSON.parse(misses.split('\n')[0] ?? '');
    miss.body.messages[0].content += `\nopen ${SECRET}`;
    const { url, body } = miss;
    const key = requestKey(wireRequestSchema.parse({ url, body }));
    writeFileSync(at('run/misses.jsonl'), `${misses}${JSON.stringify({ ...miss, key })}\n`);
    const { exitCode, said } = await exportBatch();
    expect(exitCode).toBe(0);
    expect(said).toContain('1 requests for model');
    expect(said).toMatch(
      /Left out, a request of listings\/\S+, trial 1: line \d+ of message 1 looks like it holds an API/,
    );
    const json = await exportBatch('--json');
    expect(JSON.parse(json.out)).toMatchObject({ misses: 2, files: [{ requests: 1 }], leftOut: [{ key }] });
    for (const text of [said, json.out, readFileSync(at('requests.jsonl'), 'utf8')]) expect(text).not.toContain(SECRET);
  });
});

describe('tapedeck batch ingest', () => {
  it('exits with 3, when requests wait and there is no answer in what it is given', async () => {
    await exportBatch();
    for (const nothing of ['', '\n \n']) {
      const { exitCode, said } = await ingest(nothing);
      expect(exitCode).toBe(3);
      expect(said).toContain('1 requests still wait');
      expect(said).toContain('There is no answer in what was given');
    }
  });

  it('exits with 0, when an empty answer is an answer, and when nothing waits', async () => {
    await exportBatch();
    const { custom_id } = JSON.parse(readFileSync(at('requests.jsonl'), 'utf8'));
    expect(await ingest(JSON.stringify({ custom_id, content: '' }))).toMatchObject({ exitCode: 0 });
    expect(await ingest('')).toMatchObject({ exitCode: 0 });
  });
});
