import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Recording } from '../format/journal.ts';
import { tapeFiles } from '../format/tape_files.ts';
import type { ChatOptions, Message } from '../llm.ts';
import { openTape } from '../reading/tape.ts';
import { record, recording, startJournal, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { requestKey } from '../wire/exchange.ts';
import { chatRequest, embeddingsRequest, type WireRequest } from '../wire/wire.ts';
import { closestRecording } from './closest_recording.ts';

const PROMPT = 'You are in the kitchen.\nThe fridge is CLOSED.\nWhat next?';
const KITCHEN = recording(PROMPT);
const GARDEN = recording('You are in the garden.');
const CLOSEST = `closest recording "${KITCHEN.entry.key.slice(0, 8)}…" differs in `;

test.each<[string, WireRequest, string]>([
  [
    'a line',
    ask(PROMPT.replace('CLOSED', 'OPEN')),
    'line 2 of message 1: recorded "The fridge is CLOSED.", asked "The fridge is OPEN."',
  ],
  ['a line that is new at the end', ask(`${PROMPT}\nHurry!`), 'line 4 of message 1: recorded nothing, asked "Hurry!"'],
  [
    'another message',
    ask(PROMPT, [{ role: 'assistant', content: 'open(fridge)' }]),
    'the number of messages: recorded 1, asked 2',
  ],
  ['the role', chat([{ role: 'system', content: PROMPT }]), 'the role of message 1: recorded "user", asked "system"'],
  [
    'the temperature',
    chat([{ role: 'user', content: PROMPT }], { temperature: 0.7 }),
    '"temperature": recorded 0, asked 0.7',
  ],
  [
    'the length of the answer',
    chat([{ role: 'user', content: PROMPT }], { maxTokens: 9 }),
    '"max_tokens": recorded nothing, asked 9',
  ],
  [
    'the endpoint',
    embeddingsRequest('gpt-4-0613', [PROMPT]),
    'the endpoint: recorded "/v1/chat/completions", asked "/v1/embeddings"',
  ],
])('closestRecording() says that it differs in %s', async (_, request, expected) => {
  expect(await closest([GARDEN, KITCHEN], request)).toBe(`${CLOSEST}${expected}`);
});

test('closestRecording() shows of a long line what is around the difference', async () => {
  const line = (word: string) => `${'a '.repeat(500)}${word}${' b'.repeat(500)}`;
  expect(await closest([recording(line('CLOSED'))], ask(line('OPEN')))).toMatch(
    /differs in line 1 of message 1: recorded "…a a [a ]+CLOSED b [b ]+…", asked "…a a [a ]+OPEN b [b ]+…"$/,
  );
});

test('closestRecording() says where the same request is recorded', async () => {
  const recordings = [KITCHEN, recording(PROMPT, { trial: 2 }), recording(PROMPT, { trial: 2, occurrence: 2 })];
  expect(await closest(recordings, KITCHEN.request, { trial: 3 })).toBe(
    'the same request is recorded only for trial 1, occurrence 1; trial 2, occurrence 1; trial 2, occurrence 2',
  );
});

test('closestRecording() looks into a journal that was not stored yet', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, [GARDEN]);
  const journal = startJournal(name);
  journal.append([KITCHEN]);
  journal.close();
  const tape = await openTape(name);
  const request = ask(`${PROMPT}!`);
  const clause = await closestRecording(tape)({ ...KITCHEN.entry, key: requestKey(request) }, request);
  expect(clause).toContain(CLOSEST);
  await tape.close();
});

test('closestRecording() says that a task is not recorded, and that a tape is not', async () => {
  const elsewhere = { task: 'house_9/nothing' };
  expect(await closest([KITCHEN], ask('x'), elsewhere)).toBe('the tape holds nothing of task "house_9/nothing"');
  const folder = temporaryFolder(onTestFinished);
  const lost = await openTape({ ...tapeIn(folder), model: 'gpt-5' });
  const { entry, request } = KITCHEN;
  expect(await closestRecording(lost)(entry, request)).toMatch(
    /there is no tape of suite "household" with model "gpt-5"; ".*" holds no tapes/,
  );
  await record(tapeIn(folder), [KITCHEN]);
  expect(await closestRecording(lost)(entry, request)).toContain('there are "household" with "gpt-4-0613"');
});

test('closestRecording() does not fail where requests cannot be read', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, [KITCHEN]);
  const path = join(tapeFiles(name).dir, 'house_1.make_toast.requests.jsonl.gz');
  const tape = await openTape(name);
  for (const damage of [() => writeFileSync(path, 'garbage'), () => rmSync(path)]) {
    damage();
    expect(await closestRecording(tape)({ ...KITCHEN.entry, key: 'a'.repeat(64) }, ask('x'))).toContain(
      'the recorded requests cannot be searched for the closest',
    );
  }
});

async function closest(recordings: readonly Recording[], request: WireRequest, place: object = {}): Promise<string> {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, recordings);
  const tape = await openTape(name);
  try {
    return await closestRecording(tape)({ ...KITCHEN.entry, key: requestKey(request), ...place }, request);
  } finally {
    await tape.close();
  }
}

function ask(content: string, more: readonly Message[] = []): WireRequest {
  return chat([{ role: 'user', content }, ...more]);
}

function chat(messages: readonly Message[], options: Partial<ChatOptions> = {}): WireRequest {
  return chatRequest('gpt-4-0613', messages, { purpose: 'x', temperature: 0, ...options });
}
