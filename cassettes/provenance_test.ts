import { expect, test } from 'vitest';
import { answeringSchema, uniqueProvenance } from './provenance.ts';
import { ANSWERING } from './tape_fixture.ts';

const GPT = { model: 'gpt-4-0613', ...ANSWERING };

test('uniqueProvenance() keeps each once, sorted, whatever the order of fields', () => {
  const { model, ...rest } = GPT;
  const later = { ...GPT, answeredOn: '2026-11-22' };
  expect(uniqueProvenance([later, GPT, { ...rest, model }])).toEqual([GPT, later]);
});

test.each([
  { ...ANSWERING, answeredOn: '21 November' },
  { ...ANSWERING, source: 'memory' },
  { ...ANSWERING, provider: '' },
  { ...ANSWERING, apiKey: 'x' },
])('answeringSchema refuses %o', (answering) => {
  expect(answeringSchema.safeParse(answering).success).toBe(false);
});
