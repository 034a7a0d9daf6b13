import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { readEstimate } from './read_estimate.ts';

const keyObjects = new Set(['apple1', 'table1', '__proto__']);

function read(reply: string, parts = { objects: true, summary: true }) {
  const log = new ParseLog();
  const { accepted, objects, reasoning } = readEstimate(reply, { keyObjects, parts }, log);
  return { objects: [...objects], reasoning, note: log.note('state_estimator', accepted) };
}

describe('readEstimate() takes', () => {
  test.each([
    ['the functions of Listing 4', 'update_reasoning("It fell.")\nupdate_state("apple1", "on_floor | bruised")'],
    ['the functions of Listing 2', 'generate_summary("It fell.")\nadd_attribute("apple1", "on_floor | bruised")'],
    ['either order', 'update_state("apple1", "on_floor | bruised")\nupdate_reasoning("It fell.")'],
    ['untidy attributes', 'update_reasoning("It fell.")\nupdate_state(apple1,  on_floor|bruised | )'],
  ])('%s', (_, reply) => {
    expect(read(reply)).toEqual({
      objects: [['apple1', ['on_floor', 'bruised']]],
      reasoning: 'It fell.',
      note: expect.objectContaining({ purpose: 'state_estimator', accepted: 2, discardedCounts: {}, remarks: [] }),
    });
  });

  test('a summary of several lines, with quotes and apostrophes', () => {
    const reply = 'update_reasoning("It\'s "closed".\n\nThe robot’s hand is full.")\nupdate_state("apple1", "in_hand")';
    expect(read(reply)).toMatchObject({
      objects: [['apple1', ['in_hand']]],
      reasoning: 'It\'s "closed".\n\nThe robot’s hand is full.',
    });
  });

  test('the last word on an object, and the last summary', () => {
    const { objects, reasoning, note } = read(
      'update_state("apple1", "a")\nupdate_state("apple1", "b")\nupdate_reasoning("x")\nupdate_reasoning("y")',
    );
    expect({ objects, reasoning }).toEqual({ objects: [['apple1', ['b']]], reasoning: 'y' });
    expect(note).toMatchObject({
      accepted: 4,
      remarks: [
        'the summary is given 2 times; the last one stands',
        'updated more than once; the last update stands: "apple1"',
      ],
    });
  });

  test('"[]" and nothing as no attributes', () => {
    expect(read('update_state("apple1", "[]")\nupdate_state("__proto__", "")').objects).toEqual([
      ['apple1', []],
      ['__proto__', []],
    ]);
  });
});

describe('readEstimate() discards', () => {
  test('objects that are not key objects', () => {
    const text = 'update_state("pear1", "ripe")';
    const { objects, note } = read(text);
    expect(objects).toEqual([]);
    const discarded = [{ line: 1, text, reason: 'update_state: not a key object' }];
    expect(note).toMatchObject({ accepted: 0, discarded });
  });

  test('attributes that are too long together', () => {
    const update = `update_state("apple1", "${'a'.repeat(2000)}")\n`;
    const { objects, note } = read(`${update.repeat(10)}update_state("table1", "b")`);
    expect(objects.map(([name]) => name)).toEqual(['apple1']);
    expect(note).toMatchObject({
      accepted: 10,
      discarded: [{ line: 11, reason: 'update_state: more than 20000 characters of attributes' }],
    });
  });

  test('the functions that an ablation takes away', () => {
    const reply = 'update_reasoning("x")\nupdate_state("apple1", "a")';
    const reason = 'no function is called "update_reasoning"; known: update_state, add_attribute';
    expect(read(reply, { objects: true, summary: false })).toMatchObject({
      reasoning: null,
      note: { accepted: 1, discarded: [{ line: 1, reason }] },
    });
    expect(read(reply, { objects: false, summary: true })).toMatchObject({
      ...{ objects: [], reasoning: 'x', note: { accepted: 1, discarded: [{ line: 2 }] } },
    });
  });
});
