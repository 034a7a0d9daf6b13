import { expect, test } from 'vitest';
import { ANSWERING } from '../testing/tape_fixture.ts';
import { declarationOf, IngestError, parseDeclaration } from './ingest_declaration.ts';

const { sampling: _, tokenCounts: __, ...LEFT_OPEN } = ANSWERING;
const RESPONSE = { kind: 'response', model: 'gpt-4-0613' } as const;
const HANDED_OFF = { kind: 'handed_off', model: 'gpt-4-0613' } as const;
const OWN_COUNT = { tokenCounts: 'computed locally with wc' };
const COUNTED_HERE = 'computed locally from the visible text with cl100k_base (gpt-tokenizer)';

test.each([
  [RESPONSE, {}, { sampling: 'as requested', tokenCounts: 'as reported' }],
  [RESPONSE, { sampling: 'a', tokenCounts: 'b' }, { sampling: 'a', tokenCounts: 'b' }],
  [HANDED_OFF, {}, { sampling: 'unknown', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, { sampling: 'not applied' }, { sampling: 'not applied', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, { tokenCounts: 'as reported' }, { sampling: 'unknown', tokenCounts: COUNTED_HERE }],
  [HANDED_OFF, OWN_COUNT, { sampling: 'unknown', ...OWN_COUNT }],
  [
    { kind: 'handed_off', model: 'gpt-4o' } as const,
    {},
    { sampling: 'unknown', tokenCounts: COUNTED_HERE.replace('cl100k', 'o200k') },
  ],
])('declarationOf() says of %o, declared %o: %o', (line, declared, expected) => {
  expect(declarationOf({ ...LEFT_OPEN, ...declared }, line)).toEqual({ ...LEFT_OPEN, ...expected });
});

test.each([
  [{ provider: '' }, 'Cannot ingest answers with "" as their "provider": say who runs the model, such as "OpenAI"'],
  [{ answeredOn: '2026-02-31' }, 'with "2026-02-31" as their "answeredOn": give a date of the calendar as YYYY-MM-DD'],
  [{ hiddenReasoning: '' }, 'with "" as their "hiddenReasoning": say whether the model may have reasoned out of sight'],
  [{ tools: '' }, 'with "" as their "tools": say which tools the model had, such as "none"'],
  [{ tokenCounts: '' }, 'with "" as their "tokenCounts": say who counted tokens'],
])('parseDeclaration() refuses %o', (wrong, message) => {
  const declared = { ...ANSWERING, ...wrong };
  expect(() => parseDeclaration(declared)).toThrow(IngestError);
  expect(() => parseDeclaration(declared)).toThrow(message);
});
