import { expect, test } from 'vitest';
import { ANSWERING, recording } from '../testing/tape_fixture.ts';
import { asBatch, declarationSchema, describes, uniqueProvenance } from './provenance.ts';

const GPT = { model: 'gpt-4-0613', ...ANSWERING };

test('uniqueProvenance() keeps each once, sorted, whatever the order of fields', () => {
  const { model, ...rest } = GPT;
  const later = { ...GPT, answeredOn: '2026-11-22' };
  expect(uniqueProvenance([later, GPT, { ...rest, model }])).toEqual([GPT, later]);
});

test.each([
  ...[{ answeredOn: '21 November' }, { source: 'memory' }, { provider: '' }, { apiKey: 'x' }, { batch: 'the first' }],
  { sharedContext: { requestsMax: 0, apart: [] } },
])('declarationSchema refuses %o', (wrong) => {
  expect(declarationSchema.safeParse({ ...ANSWERING, ...wrong }).success).toBe(false);
});

test('asBatch() names a batch after all that is said of it, whatever the order of fields', () => {
  const { source, ...rest } = ANSWERING;
  const { batch } = asBatch(ANSWERING);
  expect(asBatch({ ...rest, source }).batch).toBe(batch);
  expect(asBatch(asBatch(ANSWERING)).batch).toBe(batch);
  const contexts = [['scene'], []].map((apart) => ({ sharedContext: { requestsMax: 10, apart } }));
  const changes = [{ note: 'by hand' }, { answeredOn: '2026-11-22' }, ...contexts];
  expect(new Set([batch, ...changes.map((change) => asBatch({ ...ANSWERING, ...change }).batch)]).size).toBe(5);
  expect(declarationSchema.safeParse(asBatch(ANSWERING)).success).toBe(true);
});

test('describes() speaks of the entries of its batch, or of those that name none', () => {
  const { entry } = recording('toast');
  const batched = asBatch(ANSWERING);
  const named = { ...entry, batch: batched.batch ?? '' };
  expect(describes(GPT, entry)).toBe(true);
  expect(describes(GPT, named)).toBe(false);
  expect(describes({ ...GPT, ...batched }, named)).toBe(true);
  expect(describes({ ...GPT, ...batched }, entry)).toBe(false);
  expect(describes({ ...GPT, model: 'gpt-4' }, entry)).toBe(false);
});
