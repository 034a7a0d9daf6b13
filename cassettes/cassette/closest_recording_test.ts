import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../format/journal.ts';
import { tapeFiles } from '../format/tape_files.ts';
import type { ChatOptions, Message } from '../llm.ts';
import { openTape } from '../reading/tape.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, embeddingsRequest, type WireRequest } from '../wire/wire.ts';
import { missExplainer } from './closest_recording.ts';

const PROMPT = 'You are in the kitchen.\nThe fridge is CLOSED.\nWhat next?';
const KITCHEN = recording(PROMPT);
const GARDEN = recording('You are in the garden.');
const CLOSEST = `closest recording "${KITCHEN.entry.key.slice(0, 8)}…" differs in `;

const message: Message = { role: 'user', content: PROMPT };

test.each<[string, string, WireRequest]>([
  [
    'line 2 of message 1',
    '"The fridge is CLOSED.", requested "The fridge is OPEN."',
    ask(PROMPT.replace('CLOSED', 'OPEN')),
  ],
  ['line 4 of message 1', 'nothing, requested "Hurry!"', ask(`${PROMPT}\nHurry!`)],
  ['the number of messages', '1, requested 2', chat([message, { role: 'assistant', content: 'open(fridge)' }])],
  ['the role of message 1', '"user", requested "system"', chat([{ ...message, role: 'system' }])],
  ['"temperature"', '0, requested 0.7', chat([message], { temperature: 0.7 })],
  ['"max_tokens"', 'nothing, requested 9', chat([message], { maxTokens: 9 })],
  ['the endpoint', '"/v1/chat/completions", requested "/v1/embeddings"', embeddingsRequest('gpt-4-0613', [PROMPT])],
])('missExplainer() says that it differs in %s: recorded %s', async (part, difference, request) => {
  expect(await closest([GARDEN, KITCHEN], request)).toBe(`${CLOSEST}${part}: recorded ${difference}`);
});

test('missExplainer() shows of a long line what is around the difference', async () => {
  const line = (word: string) => `${'a '.repeat(500)}${word}${' b'.repeat(500)}`;
  const pattern =
    /differs in line 1 of message 1: recorded "…a a [a ]+CLOSED b [b ]+…", requested "…a a [a ]+OPEN b [b ]+…"$/;
  expect(await closest([recording(line('CLOSED'))], ask(line('OPEN')))).toMatch(pattern);
});

test('missExplainer() says where the same request is recorded', async () => {
  const recordings = [KITCHEN, recording(PROMPT, { trial: 2 }), recording(PROMPT, { trial: 2, occurrence: 2 })];
  expect(await closest(recordings, KITCHEN.request, { trial: 3 })).toBe(
    'the same request is recorded only for trial 1, occurrence 1; trial 2, occurrence 1; trial 2, occurrence 2',
  );
});

test('missExplainer() says that a task is not recorded, and that a tape is not', async () => {
  const elsewhere = { task: 'house_9/nothing' };
  expect(await closest([KITCHEN], ask('x'), elsewhere)).toBe('the tape has no recordings of task "house_9/nothing"');
  const folder = temporaryFolder(onTestFinished);
  const lost = await openTape({ ...tapeIn(folder), model: 'gpt-5' });
  const { entry, request } = KITCHEN;
  const pattern = /there is no tape of suite "household" with model "gpt-5"; there are no tapes in ".*"/;
  expect(await missExplainer(lost)(entry, request)).toMatch(pattern);
  await record(tapeIn(folder), [KITCHEN]);
  expect(await missExplainer(lost)(entry, request)).toContain('known: "household" with "gpt-4-0613"');
});

test('missExplainer() does not fail where requests cannot be read', async () => {
  const name = await tapeOf([KITCHEN]);
  const path = join(tapeFiles(name).dir, 'house_1.make_toast.requests.jsonl.gz');
  const tape = await openTape(name);
  for (const damage of [() => writeFileSync(path, 'garbage'), () => rmSync(path)]) {
    damage();
    const missed = missExplainer(tape)({ ...KITCHEN.entry, key: 'a'.repeat(64) }, ask('x'));
    expect(await missed).toContain('the recorded requests cannot be searched');
  }
});

async function closest(recordings: readonly Recording[], request: WireRequest, place: object = {}): Promise<string> {
  const name = await tapeOf(recordings);
  const tape = await openTape(name);
  try {
    return await missExplainer(tape)({ ...KITCHEN.entry, key: requestKey(request), ...place }, request);
  } finally {
    await tape.close();
  }
}

function ask(content: string): WireRequest {
  return chat([{ role: 'user', content }]);
}

function chat(messages: readonly Message[], options: Partial<ChatOptions> = {}): WireRequest {
  return chatRequest('gpt-4-0613', messages, { purpose: 'x', temperature: 0, ...options });
}
