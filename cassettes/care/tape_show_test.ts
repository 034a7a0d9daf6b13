import { expect, test } from 'vitest';
import { tapeOf } from '../testing/recorded_tape.ts';
import { ANSWERING, record, recording } from '../testing/tape_fixture.ts';
import { showRequests } from './tape_show.ts';

const TOAST = recording('toast');

test('showRequests() shows a request with every answer to it', async () => {
  const again = recording('toast', { trial: 2, text: 'another' });
  const name = await tapeOf([TOAST, again, recording('mug')]);
  const { request, entry } = TOAST;
  const provenance = { model: 'gpt-4-0613', ...ANSWERING };
  const entries = [entry, again.entry].map((each) => ({ ...each, provenance }));
  expect(await showRequests(name.tapesDir, entry.key.slice(0, 8))).toEqual([
    { suite: 'household', model: 'gpt-4-0613', key: entry.key, request, entries },
  ]);
});

test('showRequests() shows all that begin so, up to a bound, in one suite or in all', async () => {
  const name = await tapeOf([TOAST, recording('mug')]);
  await record({ ...name, suite: 'ablations' }, [TOAST]);
  expect(await showRequests(name.tapesDir, '')).toHaveLength(3);
  expect(await showRequests(name.tapesDir, '', { requestsMax: 2 })).toHaveLength(2);
  expect(await showRequests(name.tapesDir, '', { suite: 'ablations' })).toHaveLength(1);
  expect(await showRequests(name.tapesDir, 'no such key')).toEqual([]);
});
