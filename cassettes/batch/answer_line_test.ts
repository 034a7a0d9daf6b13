import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { answerContent, readAnswerLines, replyContent } from './answer_line.ts';

const OPENAI =
  '{"id":"batch_req_1","custom_id":"a","response":{"status_code":200,"request_id":"r","body":{"choices":[]}},"error":null}';
const VLLM_FAILED =
  '{"id":"vllm-1","custom_id":"a","response":{"status_code":400,"request_id":"r","body":{"object":"error","message":"too long"}},"error":null}';

test.each<[string, string, object]>([
  ['an answer of the Batch API', OPENAI, { kind: 'response', customId: 'a', body: { choices: [] } }],
  [
    'a hand-off',
    '{"custom_id":"a","content":"find(bread)"}',
    { kind: 'handed_off', text: 'find(bread)', finishReason: null, model: null },
  ],
  ['a hand-off that names its model', '{"custom_id":"a","content":"","model":"m"}', { kind: 'handed_off', model: 'm' }],
  ['an empty hand-off', '{"custom_id":"a","content":""}', { kind: 'handed_off', text: '' }],
  [
    'a hand-off that was refused',
    '{"custom_id":"a","content":null,"refusal":"No.","finish_reason":"stop"}',
    { kind: 'handed_off', text: '', refusal: 'No.', finishReason: 'stop' },
  ],
  [
    'a prompt that was filtered',
    '{"custom_id":"a","response":{"status_code":400,"body":{"error":{"code":"content_filter"}}},"error":null}',
    { kind: 'response', body: { choices: [{ message: { content: null }, finish_reason: 'content_filter' }] } },
  ],
  ['a byte order mark', '\ufeff{"custom_id":"a","content":""}', { kind: 'handed_off' }],
  ['a line end of Windows', '{"custom_id":"a","content":""}\r', { kind: 'handed_off' }],
  ['a failure of vLLM', VLLM_FAILED, { kind: 'failed', message: expect.stringContaining('status 400') }],
  [
    'an error',
    '{"custom_id":"a","response":null,"error":{"code":"expired"}}',
    { kind: 'failed', message: '{"code":"expired"}' },
  ],
  ['no response', '{"custom_id":"a","response":null,"error":null}', { kind: 'failed', message: 'it has no response' }],
  ['a request', '{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{}}', { kind: 'malformed' }],
  ['half a line', '{"custom_id":"a","con', { kind: 'malformed', message: 'it is not JSON in UTF-8' }],
  ['content of another type', '{"custom_id":"a","content":7,"response":7}', { kind: 'malformed' }],
  ['no custom_id', '{"content":"find(bread)"}', { kind: 'malformed', message: expect.stringContaining('"custom_id"') }],
  ['a number', '7', { kind: 'malformed' }],
])('readAnswerLines() reads %s', async (_, line, expected) => {
  expect(await linesOf(`${line}\n`)).toEqual([expect.objectContaining({ line: 1, ...expected })]);
});

test('readAnswerLines() passes over empty lines and counts them', async () => {
  const lines = await linesOf(`\n${OPENAI}\n  \n${VLLM_FAILED}`);
  expect(lines.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'response'],
    [4, 'failed'],
  ]);
});

test('readAnswerLines() refuses bytes that are not UTF-8', async () => {
  const bytes = Buffer.concat([Buffer.from('{"custom_id":"a","content":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(await linesOf(bytes)).toMatchObject([{ kind: 'malformed', message: 'it is not JSON in UTF-8' }]);
});

test('readAnswerLines() survives any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      for (const { kind } of await linesOf(bytes))
        expect(['malformed', 'failed', 'response', 'handed_off']).toContain(kind);
    }),
    { numRuns: 50 },
  );
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
    { content: null, refusal: 'No.' },
    { text: '', refusal: 'No.' },
  ],
])('answerContent() of %j is that of the reply on the tape', (message, said) => {
  const recorded = replyContent({ ...said, finishReason: 'stop', ...REST });
  expect(answerContent({ ...PLACE, kind: 'response', body: { choices: [{ message }] } })).toBe(recorded);
  const handedOff = { ...PLACE, kind: 'handed_off', ...said, finishReason: null, model: null } as const;
  expect(answerContent(handedOff)).toBe(recorded);
});

test('replyContent() tells a refusal from an empty answer, and from other words of refusal', () => {
  const refusals = [undefined, 'No.', 'Never.'].map((refusal) => {
    const said = refusal === undefined ? { text: '' } : { text: '', refusal };
    return replyContent({ ...said, finishReason: 'stop', ...REST });
  });
  expect(new Set(refusals).size).toBe(3);
});
