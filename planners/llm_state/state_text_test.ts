import { describe, expect, test } from 'vitest';
import { entriesText, stateText } from './state_text.ts';
import { paperIsPresent, paperListing } from './testing/paper_listings.ts';

const objects = new Map([
  ['kitchen1', []],
  ['cutleryknife2', ['in_hand']],
  ['kitchencabinet1', ['closed', 'in_kitchen']],
]);
const reasoning = 'The cabinet is not open.';

describe('stateText() prints', () => {
  test('the summary two blank lines below the objects (Listing 5)', () => {
    expect(stateText({ objects, reasoning }, 'end')).toBe(
      'kitchen1: []\ncutleryknife2: in_hand\nkitchencabinet1: closed | in_kitchen\n\n\nReasoning: The cabinet is not open.',
    );
  });

  test('the summary one blank line above the objects (Listing 7)', () => {
    expect(stateText({ objects, reasoning }, 'start')).toBe(
      'Reasoning: The cabinet is not open.\n\nkitchen1: []\ncutleryknife2: in_hand\nkitchencabinet1: closed | in_kitchen',
    );
  });

  test('objects alone, without a blank line (Listing 6)', () => {
    for (const place of ['start', 'end'] as const) {
      expect(stateText({ objects, reasoning: null }, place)).toBe(
        'kitchen1: []\ncutleryknife2: in_hand\nkitchencabinet1: closed | in_kitchen',
      );
    }
  });

  test('the summary alone, and nothing at all', () => {
    for (const place of ['start', 'end'] as const) {
      expect(stateText({ objects: new Map(), reasoning }, place)).toBe('Reasoning: The cabinet is not open.');
      expect(stateText({ objects: new Map(), reasoning: null }, place)).toBe('');
    }
  });
});

test('entriesText() closes each line, so that a blank line follows in the prompt (Listing 3)', () => {
  expect(
    entriesText(
      new Map([
        ['lightswitch1', []],
        ['bedroom1', ['dark']],
      ]),
    ),
  ).toBe('lightswitch1: []\nbedroom1: dark\n');
  expect(entriesText(new Map())).toBe('');
});

describe.skipIf(!paperIsPresent)('as printed in the paper (skipped where its text is absent)', () => {
  /** The lines of the state block of a listing. */
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
