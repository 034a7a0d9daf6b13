import { describe, expect, it } from 'vitest';
import { JsonError, readCheckedJson } from '../../checked_json.ts';
import { goalSchema } from './goal.ts';

function read(text: string): unknown {
  return readCheckedJson(text, goalSchema, 'goal.json').value;
}

describe('goalSchema', () => {
  it.each([
    '[{"that": {"state": ["fridge1", "OPEN"]}}]',
    '[{"weight": 2, "that": {"or": [{"held": ["?x"]}, {"not": {"near": ["mug1"]}}]}}]',
    '[{"that": {"forall": "?x", "of": {"property": "HAS_SWITCH"}, "that": {"state": ["?x", "OFF"]}}}]',
    '[{"that": {"count": "?x", "of": {"initially": {"on": ["?x", "desk1"]}}, "at_least": 2, "that": {"held": ["?x"]}}}]',
    '[{"that": {"then": [{"ever": {"heated": ["?x"]}}, {"toasted": ["?x"]}]}}]',
  ])('takes %s', (text) => {
    expect(read(text)).toMatchObject(JSON.parse(text));
  });

  it.each([
    ['[]', '', 'at least 1 (array)'],
    ['[{"that": {"open": ["?x"]}}]', '[0].that', 'a condition: an object with one of state, on, inside'],
    ['[{"that": {"on": ["?x"]}}]', '[0].that.on', 'two terms'],
    ['[{"that": {"on": ["?x", "a b"]}}]', '[0].that.on[1]', 'a variable such as "?book", or a name'],
    ['[{"that": {"state": ["?x", "AJAR"]}}]', '[0].that.state[1]', '"OPEN" or "CLOSED"'],
    ['[{"that": {"not": {"and": [{"held": [7]}]}}}]', '[0].that.not.and[0].held[0]', 'a string'],
    ['[{"that": {"exists": "x", "of": {"class": "mug"}, "that": {"held": ["?x"]}}}]', '[0].that.exists', 'a variable'],
    ['[{"that": {"exists": "?x", "of": {}, "that": {"held": ["?x"]}}}]', '[0].that.of', 'at least one of class'],
    [
      '[{"that": {"exists": "?x", "of": {"class": "mug"}, "that": {"held": ["?x"]}, "twice": 1}}]',
      '[0].that',
      'only the keys exists, of, that',
    ],
    ['[{"weight": 0, "that": {"held": ["?x"]}}]', '[0].weight', 'at least 0.001'],
  ])('refuses %s, and says where', (text, field, expected) => {
    const error = expect.objectContaining({ field, expected: expect.stringMatching(`^${RegExp.escape(expected)}`) });
    expect(() => read(text)).toThrow(error);
    expect(() => read(text)).toThrow(JsonError);
  });
});
