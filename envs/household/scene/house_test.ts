import { describe, expect, it } from 'vitest';
import { circularPlace, nameNodes, type Place } from './house.ts';

describe('nameNodes()', () => {
  it('counts within a class, in lower case', () => {
    expect(nameNodes(['towel', 'Sink', 'towel', 'constructor', 'sink'])).toEqual([
      'towel1',
      'sink1',
      'towel2',
      'constructor1',
      'sink2',
    ]);
  });
});

describe('circularPlace()', () => {
  const on = (at: number): Place => ({ relation: 'ON', at });

  it('finds nothing, when every place leads to a room', () => {
    expect(circularPlace([null, on(0), on(3), on(1), null, on(4)])).toBe(null);
  });

  it('finds a circle, of one node or of more', () => {
    expect(circularPlace([null, on(0), on(2)])).toBe(2);
    expect(circularPlace([null, on(2), on(3), on(1)])).toBe(1);
  });
});
