import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { answerDigest, readAnswerLines, replyDigest } from './answer_line.ts';

const HANDED_OFF = { kind: 'handed_off', text: '', finishReason: null, model: null };
const REFUSED = { ...HANDED_OFF, refusal: 'No.', finishReason: 'stop' };

const answer = (rest: string) => `{"custom_id":"a",${rest}}`;
const response = (status: number, body: string) =>
  answer(`"id":"x","response":{"status_code":${status},"request_id":"r","body":${body}},"error":null`);
const GOOD = response(200, '{"choices":[]}');
const FAILED = response(400, '{"object":"error","message":"too long"}');
const FILTERED = { choices: [{ message: { content: null }, finish_reason: 'content_filter' }] };
const NOT_JSON = 'it is not JSON in UTF-8';

test.each<[string, string, object]>([
  ['an answer of the Batch API', GOOD, { kind: 'response', customId: 'a', body: { choices: [] } }],
  ['a hand-off', answer('"content":"find(bread)"'), { ...HANDED_OFF, text: 'find(bread)' }],
  ['a hand-off that names its model', answer('"content":"","model":"m"'), { ...HANDED_OFF, model: 'm' }],
  ['a refusal', answer('"content":null,"refusal":"No.","finish_reason":"stop"'), REFUSED],
  ['a filtered prompt', response(400, '{"error":{"code":"content_filter"}}'), { kind: 'response', body: FILTERED }],
  ['a byte order mark', `\ufeff${answer('"content":""')}`, HANDED_OFF],
  ['a line end of Windows', `${answer('"content":""')}\r`, HANDED_OFF],
  ['a failure of vLLM', FAILED, { kind: 'failed', message: expect.stringContaining('status 400') }],
  ['an error', answer('"response":null,"error":{"code":"expired"}'), { kind: 'failed', message: '{"code":"expired"}' }],
  ['no response', answer('"response":null,"error":null'), { kind: 'failed', message: 'it has no response' }],
  ['a request', answer('"method":"POST","url":"/v1/chat/completions","body":{}'), { kind: 'malformed' }],
  ['half a line', '{"custom_id":"a","con', { kind: 'malformed', message: NOT_JSON }],
  ['bytes that are not UTF-8', `${answer('"content":"\0"')}`, { kind: 'malformed', message: NOT_JSON }],
  ['content of another type', answer('"content":7,"response":7'), { kind: 'malformed' }],
  ['no custom_id', '{"content":"find(bread)"}', { kind: 'malformed', message: expect.stringContaining('"custom_id"') }],
  ['a number', '7', { kind: 'malformed' }],
])('readAnswerLines() reads %s', async (_, line, expected) => {
  const bytes = Buffer.from(`${line}\n`).map((byte) => (byte === 0 ? 0xff : byte));
  expect(await linesOf(bytes)).toEqual([expect.objectContaining({ line: 1, ...expected })]);
});

test('readAnswerLines() passes over empty lines and counts them', async () => {
  const expected = [
    { line: 2, kind: 'response' },
    { line: 4, kind: 'failed' },
  ];
  expect(await linesOf(`\n${GOOD}\n  \n${FAILED}`)).toMatchObject(expected);
});

test('readAnswerLines() survives any bytes', async () => {
  const survives = async (bytes: Uint8Array) => {
    for (const { kind } of await linesOf(bytes))
      expect(['malformed', 'failed', 'response', 'handed_off']).toContain(kind);
  };
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), survives), { numRuns: 50 });
});

async function linesOf(content: string | Uint8Array) {
  const path = join(temporaryFolder(onTestFinished), 'answers.jsonl');
  writeFileSync(path, content);
  return Array.fromAsync(readAnswerLines(path));
}

const REST = { usage: null, latencyMs: null, model: 'm' };
const PLACE = { path: 'a.jsonl', line: 1, customId: 'a' };

test.each([
  [{ content: 'find(bread)' }, { text: 'find(bread)' }],
  [{ content: null }, { text: '' }],
  [{ content: '', refusal: null }, { text: '' }],
  [
    { content: null, ...{ refusal: 'No.' } },
    { text: '', ...{ refusal: 'No.' } },
  ],
])('answerDigest() of %j is that of the reply on the tape', (message, said) => {
  const recorded = replyDigest({ ...said, finishReason: 'stop', ...REST });
  expect(answerDigest({ ...PLACE, kind: 'response', body: { choices: [{ message }] } })).toBe(recorded);
  const handedOff = { ...PLACE, kind: 'handed_off', ...said, finishReason: null, model: null } as const;
  expect(answerDigest(handedOff)).toBe(recorded);
});

test('replyDigest() tells a refusal from an empty answer, and from other words of refusal', () => {
  const replies = [{ text: '' }, { text: '', refusal: 'No.' }, { text: '', refusal: 'Never.' }];
  const contents = replies.map((said) => replyDigest({ ...said, finishReason: 'stop', ...REST }));
  expect(new Set(contents).size).toBe(3);
});
