import { expect, test } from 'vitest';
import { entriesText, stateText } from './state_text.ts';

const objects = new Map([
  ['kitchen1', []],
  ['cabinet1', ['closed', 'in_kitchen']],
]);
const none = new Map();
const reasoning = 'It is shut.';

test.each([
  ['the summary two blank lines below the objects (Listing 5)', 'end', { objects, reasoning }, 'E\n\n\nR'],
  ['the summary one blank line above the objects (Listing 7)', 'start', { objects, reasoning }, 'R\n\nE'],
  ['objects alone, without a blank line (Listing 6)', 'end', { objects, reasoning: null }, 'E'],
  ['the summary alone', 'start', { objects: none, reasoning }, 'R'],
  ['nothing at all', 'start', { objects: none, reasoning: null }, ''],
] as const)('stateText() prints %s', (_, place, state, layout) => {
  const parts = { E: 'kitchen1: []\ncabinet1: closed | in_kitchen', R: 'Reasoning: It is shut.' };
  expect(stateText(state, place)).toBe(layout.replaceAll(/[ER]/g, (part) => parts[part as 'E' | 'R']));
});

test('entriesText() closes each line, so that a blank line follows in the prompt (Listing 3)', () => {
  expect(entriesText(objects)).toBe('kitchen1: []\ncabinet1: closed | in_kitchen\n');
  expect(entriesText(none)).toBe('');
});
