/** Whatever an API answers: what is taken as an answer leaves a tape that opens, verifies and replays it. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { exportBatch } from '../batch/batch_export.ts';
import { ingestBatch } from '../batch/batch_ingest.ts';
import { verifyTapes } from '../care/tape_verify.ts';
import { type Cassette, openCassette } from '../cassette/cassette.ts';
import { openaiClient } from '../client/openai_client.ts';
import { customId } from '../format/entry.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, embeddingsRequest } from '../wire/wire.ts';
import { arbitraryBodies } from './arbitrary_bodies.ts';
import { settings } from './client_fixture.ts';
import { ANSWERING, missOf, recording, tapeIn, temporaryFolder } from './tape_fixture.ts';

const TASK = 'house_1/make_toast';
const bodies = fc.array(fc.record(arbitraryBodies), { minLength: 1, maxLength: 12 });

test('a tape holds and replays every answer that the client accepts, whatever it is made of', async () => {
  let [accepted, tried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(bodies, async (script) => {
      const name = tapeIn(temporaryFolder(onTestFinished));
      const queue = script.flatMap(({ chat, embedding }) => [chat, embedding]);
      const options = settings({ attemptsMax: 1, fetch: async () => new Response(queue.shift()) });
      const client = openaiClient({ ...options, baseUrl: 'http://127.0.0.1:9/v1' });
      const recording = await openCassette({ ...name, mode: 'record', client, provenance: ANSWERING });
      const heard = await askAll(recording, script.length);
      const { recorded } = await recording.finish();
      expect(recorded).toBe(heard.filter((one) => one !== null).length);
      accepted += recorded;
      tried += 1;

      await (await openCassette({ ...name, mode: 'batch' })).finish();
      const replay = await openCassette({ ...name, mode: 'replay' });
      expect(await askAll(replay, script.length)).toEqual(heard);
      await replay.finish();
      await expectSound(name, recorded);
    }),
    { numRuns: 300 },
  );
  expect(accepted / tried).toBeGreaterThan(300 / 150);
});

test('a tape holds every answer that ingestion takes, whatever it is made of', async () => {
  let [taken, tried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(bodies, async (script) => {
      const name = tapeIn(temporaryFolder(onTestFinished));
      const { tapesDir } = name;
      const asked = script.flatMap((_, index) => requests(name.model, index));
      const misses = asked.map((request) => ({ ...missOf(recording('')), key: requestKey(request), ...request }));
      await exportBatch(misses, { tapesDir, out: join(tapesDir, 'out.jsonl') });
      const bodies = script.flatMap(({ chat, embedding }) => [chat, embedding]);
      const lines = bodies.map((body, index) => {
        return `{"custom_id":"${customId(misses[index]!)}","response":{"status_code":200,"body":${body}},"error":null}\n`;
      });
      const answers = join(tapesDir, 'answers.jsonl');
      writeFileSync(answers, lines.join(''));
      const provenance = { ...ANSWERING, source: 'batch' as const };
      const report = await ingestBatch([answers], { tapesDir, provenance });
      expect(report.recorded + report.pending).toBe(misses.length);
      taken += report.recorded;
      tried += 1;
      const again = await ingestBatch([answers], { tapesDir, provenance });
      expect(again).toMatchObject({ recorded: 0, alreadyRecorded: report.recorded, pending: report.pending });
      await expectSound(name, report.recorded);
    }),
    { numRuns: 300 },
  );
  expect(taken / tried).toBeGreaterThan(100 / 60);
});

function requests(model: string, index: number) {
  const options = { purpose: 'test', temperature: 0 };
  return [
    chatRequest(model, [{ role: 'user', content: `prompt ${index}` }], options),
    embeddingsRequest(model, [`text ${index}`]),
  ] as const;
}

async function askAll(cassette: Cassette, rounds: number): Promise<readonly unknown[]> {
  const answered: unknown[] = [];
  const llm = cassette.episode({ task: TASK, trial: 1, planner: 'p', onCall: (call) => answered.push(call) });
  const heard: unknown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const prompt = [{ role: 'user' as const, content: `prompt ${round}` }];
    heard.push(await llm.chat(prompt, { purpose: 'p', temperature: 0 }).catch(() => null));
    heard.push(await llm.embed([`text ${round}`], { purpose: 'p' }).catch(() => null));
  }
  expect(answered).toHaveLength(heard.filter((one) => one !== null).length);
  return heard;
}

async function expectSound(name: TapeName, replies: number): Promise<void> {
  if (replies === 0) expect(existsSync(tapeFiles(name).manifest)).toBe(false);
  else expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies, problems: [] });
  await (await openTape(name)).close();
}
