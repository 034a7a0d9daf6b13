import { describe, expect, test } from 'vitest';
import { entriesText, stateText } from './state_text.ts';
import { paperIsPresent, paperListing } from './testing/paper_listings.ts';

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

describe.skipIf(!paperIsPresent)('as printed in the paper (skipped where its text is absent)', () => {
  function printed(listing: number): string[] {
    const lines = paperListing(listing);
    const marker = (word: string) => lines.indexOf(`******** current state ${word} ********`);
    return lines.slice(marker('start') + 1, marker('end'));
  }
  const entriesOf = (lines: readonly string[]) =>
    new Map(
      lines.map((line) => {
        const [name = '', attributes = ''] = line.split(': ');
        return [name, attributes === '[]' ? [] : attributes.split(' | ')];
      }),
    );

  test('stateText() prints Listing 6', () => {
    const lines = printed(6);
    expect(stateText({ objects: entriesOf(lines), reasoning: null }, 'end')).toBe(lines.join('\n'));
  });

  test('stateText() prints Listing 7', () => {
    const [first = '', blank, ...entries] = printed(7);
    expect(blank).toBe('');
    const state = { objects: entriesOf(entries), reasoning: first.slice('Reasoning: '.length) };
    expect(stateText(state, 'start')).toBe([first, '', ...entries].join('\n'));
  });
});
