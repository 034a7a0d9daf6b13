import { expect, test } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';

test('tapedeck list planners says whose option each line is', async () => {
  const { out } = await tapedeck('list', 'planners');
  expect(out).toMatch(/^ {2}llm_state\+summary= .*default true/m);
  expect(out).toMatch(/^ {2}olp\+solver= /m);
});
