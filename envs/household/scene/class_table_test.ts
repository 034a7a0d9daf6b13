import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLASSES, isSeenCategory, PROPERTIES } from './class_table.ts';

const TABLE = new URL('../../../../shared/virtualhome/tables/properties_data_all.json', import.meta.url);

describe('CLASSES', () => {
  it('has lower-case names without digits, in order, so that a name is class and index', () => {
    const names = [...CLASSES.keys()];
    expect(names.filter((name) => !/^[a-z][a-z-]*$/.test(name))).toEqual([]);
    expect(names).toEqual([...names].sort());
  });

  it('has a class for every property that rules ask for', () => {
    const known = new Set([...CLASSES.values()].flatMap(({ properties }) => properties));
    expect(PROPERTIES.filter((property) => !known.has(property))).toEqual([]);
  });

  it('treats contents in the toaster and the microwave only', () => {
    const flagged = [...CLASSES].filter(([, { capacity, heats, toasts, requiresClosed }]) =>
      [capacity, heats, toasts, requiresClosed].some((flag) => flag !== undefined),
    );
    expect(flagged.map(([name, { category, properties, ...flags }]) => [name, flags])).toEqual([
      ['microwave', { requiresClosed: true, heats: true }],
      ['toaster', { capacity: 1, toasts: true }],
    ]);
  });

  it.skipIf(!existsSync(TABLE))("agrees with VirtualHome v2.3's table (skipped where ../shared is absent)", () => {
    const table: Record<string, string[]> = JSON.parse(readFileSync(TABLE, 'utf8'));
    const listed = [...CLASSES].filter(([name]) => Object.hasOwn(table, name));
    expect(listed.length).toBeGreaterThan(100);
    for (const [name, { properties }] of listed) expect([name, properties]).toEqual([name, table[name]]);
  });
});

it('isSeenCategory() hides structure and decoration, and shows props', () => {
  const categories = ['Decor', 'Walls', 'Doors', 'Rooms', 'Props', 'Furniture', 'Lamps', 'Food'];
  expect(categories.filter(isSeenCategory)).toEqual(['Props', 'Furniture', 'Lamps', 'Food']);
});
