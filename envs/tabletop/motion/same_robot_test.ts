import { describe, expect, it } from 'vitest';
import { firstDifference, REFERENCE_CARRIED, REFERENCE_PAIRS, REFERENCE_ROBOT } from './same_robot.ts';

describe('firstDifference()', () => {
  it('finds none between what is the same but for rounding, keys of no interest aside', () => {
    expect(firstDifference(structuredClone(REFERENCE_ROBOT), REFERENCE_ROBOT)).toBeNull();
    expect(firstDifference({ o: 0.0137500001, radius: 0.0239, model: 'balls' }, REFERENCE_CARRIED)).toBeNull();
  });

  it('says where it is, and what was to be there', () => {
    expect(firstDifference({ a: [0, { b: 2 }] }, { a: [0, { b: 2.1 }] })).toEqual({
      at: ['a', 1, 'b'],
      expected: '2.1',
    });
    expect(firstDifference({ a: [0] }, { a: [0, 1] })).toEqual({ at: ['a'], expected: 'a list of 2' });
    expect(firstDifference('none', { a: 1 })).toEqual({ at: [], expected: 'an object' });
    expect(firstDifference({}, { toString: 1 })).toEqual({ at: ['toString'], expected: '1' });
    expect(firstDifference(Number.NaN, 0)).toEqual({ at: [], expected: '0' });
  });
});

describe('REFERENCE_PAIRS', () => {
  it('names links as the sentences of the file do', () => {
    expect(REFERENCE_PAIRS).toEqual({ self: '0 1 2 5 6 7 8', carried: '0 4' });
  });
});
