import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Graph, readGraph } from '../scene/read_graph.ts';
import { smallGraph } from './testing/small_graph.ts';
import { withV23Properties } from './v23_properties.ts';

const SHARED = new URL('../../../../shared/virtualhome/', import.meta.url);

describe('withV23Properties()', () => {
  it('replaces the properties of classes that the table lists, and adds the states that they call for', () => {
    const graph = smallGraph('kitchen: toaster GRABBABLE, fridge OPEN, walllamp HAS_SWITCH, character');
    const [kitchen, toaster, fridge, lamp] = withV23Properties(graph).value.nodes;
    expect(kitchen).toBe(graph.value.nodes[0]);
    expect(toaster?.properties).toEqual(expect.arrayContaining(['HAS_SWITCH', 'HAS_PLUG']));
    expect(toaster?.properties).not.toContain('GRABBABLE');
    expect(toaster?.states).toEqual(['OFF', 'PLUGGED_IN']);
    expect(fridge?.states).toEqual(['OPEN', 'OFF', 'PLUGGED_IN']);
    expect([lamp?.properties, lamp?.states]).toEqual([['HAS_SWITCH'], ['OFF']]);
  });

  it('still complains about the place in the file', () => {
    const graph = withV23Properties(smallGraph('kitchen: toaster, character'));
    expect(graph.problem(['nodes', 1], 'a fridge').message).toMatch(
      /"small\.json", line 1, column \d+, field nodes\[1\]/,
    );
  });
});

describe.skipIf(!existsSync(SHARED))("VirtualHome's scenes (skipped where ../shared/virtualhome is absent)", () => {
  const read = (path: string) => readGraph(gunzipSync(readFileSync(new URL(path, SHARED))).toString(), path);
  const sorted = ({ nodes }: Graph) =>
    nodes.map(({ id, properties, states }) => ({ id, properties: [...properties].sort(), states: [...states].sort() }));

  it.each([1, 2, 3, 4, 5, 6, 7])('scene %i becomes what was prepared with the tables', (k) => {
    const prepared = read(`prepared/prepared-TestScene${k}.json.gz`).value;
    expect(sorted(withV23Properties(read(`scenes/TestScene${k}_graph.json.gz`)).value)).toEqual(sorted(prepared));
  });

  it('has the properties of its tables', () => {
    const table = JSON.parse(readFileSync(new URL('tables/properties_data_all.json', SHARED), 'utf8'));
    expect(JSON.parse(readFileSync(new URL('v23_properties.json', import.meta.url), 'utf8'))).toEqual(table);
  });
});
