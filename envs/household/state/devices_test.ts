import { describe, expect, it } from 'vitest';
import { houseTables } from '../scene/house_tables.ts';
import { smallHouse } from '../testing/small_house.ts';
import { HEATED, TOASTED, treatInside } from './devices.ts';
import { initialColumns } from './state_columns.ts';

const house = smallHouse({
  things: [
    { is: 'microwave1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'plate1', in: 'microwave1', at: [0, 0, 0] },
    { is: 'cupcake1', on: 'plate1', at: [0, 0, 0] },
    { is: 'cupcake2', on: 'microwave1', at: [0, 0, 0] },
    { is: 'toaster1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'plate2', in: 'toaster1', at: [0, 0, 0] },
    { is: 'breadslice1', on: 'plate2', at: [0, 0, 0] },
    { is: 'toaster2', in: 'kitchen1', at: [0, 0, 0], states: ['ON'] },
    { is: 'breadslice2', in: 'toaster2', at: [0, 0, 0] },
  ],
});
const tables = houseTables(house, '');
const node = (name: string) => house.indexOf.get(name) as number;

/** What has happened to things once some devices were switched on, one after the other. */
function latchedAfter(...devices: string[]): Record<string, number | undefined> {
  const now = initialColumns(tables);
  for (const device of devices) treatInside(node(device), now, tables);
  return Object.fromEntries(
    house.names.flatMap((name, index) => (now.latched[index] ? [[name, now.latched[index]]] : [])),
  );
}

describe('treatInside()', () => {
  it('heats all that is inside a microwave, and not what is on it', () => {
    expect(latchedAfter('microwave1')).toEqual({ plate1: HEATED, cupcake1: HEATED });
  });

  it('toasts what lies right in a toaster, and not what lies on a plate in it', () => {
    expect(latchedAfter('toaster1')).toEqual({ plate2: TOASTED });
    expect(latchedAfter('toaster2')).toEqual({ breadslice2: TOASTED });
  });

  it('leaves alone what is in another device that runs, and what devices it is not', () => {
    expect(latchedAfter('plate1', 'kitchen1')).toEqual({});
    expect(latchedAfter('toaster1', 'microwave1').breadslice2).toBeUndefined();
  });
});
