import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedJson } from '../../../checked_json.ts';
import { type Graph, readGraph } from '../../scene/read_graph.ts';
import { actionsOf, choices } from '../../testing/walks.ts';
import { defectsBut } from '../virtualhome_defects.ts';
import { BothProfiles } from './both_profiles.ts';
import { smallGraph } from './small_graph.ts';

const SCENES = new URL('../../../../../shared/virtualhome/', import.meta.url);

const ACCEPTED_BY_PAPER = [
  ...'pickup placein placeon open close switchon switchoff'.split(' ').map((verb) => `${verb}: close_to_robot`),
  'pickup: visible',
  'placein: not_closed',
  'switchon: is_plugged_in',
];

/** Where `virtualhome` refuses, `paper` does, or the case is listed; where both accept, both tell the same afterwards. */
function expectConcord(graph: CheckedJson<Graph>, walk: readonly number[]): void {
  const both = new BothProfiles(graph, defectsBut('held_in_old_room'));
  for (const choice of walk) {
    const action = both.choose(choice);
    const { paper, virtualhome } = both.act(action);
    const says = JSON.stringify(action);
    if (virtualhome !== null && paper === null) {
      expect(ACCEPTED_BY_PAPER, says).toContain(`${action.verb}: ${virtualhome}`);
    }
    if (paper !== null || virtualhome !== null || action.verb === 'wait') continue;
    const facts = both.facts(action);
    expect(facts.virtualhome, says).toEqual(facts.paper);
  }
}

const CLASSES = [
  'mug GRABBABLE',
  'plate GRABBABLE SURFACES',
  'box GRABBABLE CONTAINERS',
  'book GRABBABLE CAN_OPEN CLOSED',
  'fridge CAN_OPEN CONTAINERS HAS_SWITCH CLOSED OFF',
  'closet CAN_OPEN CONTAINERS OPEN',
  'desk SURFACES',
  'lightswitch HAS_SWITCH ON',
] as const;

const arbitraryRooms = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...CLASSES), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
  )
  .map(([things, near]) => {
    const half = Math.ceil(things.length / 2);
    const text = (part: typeof things) => [...part.map(([name]) => name), ''].join(',');
    const idOf = (index: number) => (index < half ? index + 2 : index + 4); // the kitchen, its things, the character, the hall
    const around = new Map<number, number[]>();
    const edges: string[] = [];
    for (const [index, [, place, loose]] of things.entries()) {
      const first = index < half ? 0 : half;
      const at = first + (place % (index - first + 1));
      const [className = ''] = things[at] ?? [];
      if (loose || at === index) continue;
      if (className.includes('CONTAINERS')) around.set(index, [at, ...(around.get(at) ?? [])]);
      else if (className.includes('SURFACES')) {
        around.set(index, around.get(at) ?? []);
        edges.push(`${idOf(index)} ON ${idOf(at)}`);
      }
      for (const container of around.get(index) ?? []) edges.push(`${idOf(index)} INSIDE ${idOf(container)}`);
    }
    for (const [one, other] of near) edges.push(`${idOf(one % things.length)} CLOSE ${idOf(other % things.length)}`);
    return smallGraph(
      `kitchen: ${text(things.slice(0, half))} character; hall: ${text(things.slice(half))}`,
      edges.join(),
    );
  });

describe('profile paper', () => {
  it('refuses whatever virtualhome refuses, but for a list; both agree on what they both accept, in any rooms', () => {
    fc.assert(
      fc.property(arbitraryRooms, choices(120, 1), (graph, walk) => expectConcord(graph, walk)),
      { numRuns: 300 },
    );
  });

  it('differs about what was carried to another room, which virtualhome takes for being where it was', () => {
    const graph = smallGraph('kitchen: mug GRABBABLE, character; hall: desk SURFACES');
    const both = new BothProfiles(graph, defectsBut());
    const walk =
      'move hall1, move kitchen1, move mug1, pickup mug1, move desk1, placeon mug1 desk1, move kitchen1, move mug1';
    for (const action of actionsOf(walk)) expect(both.act(action)).toEqual({ paper: null, virtualhome: null });
    const { paper, virtualhome } = both.facts({ verb: 'move', args: ['mug1'] });
    expect([paper.room, virtualhome.room]).toEqual([4, 1]);
  });

  it.each([
    ['a plug that is out', 'radio HAS_SWITCH OFF PLUGGED_OUT', '', 'move radio1, switchon radio1', 'is_plugged_in'],
    [
      'a container without a state',
      'mug GRABBABLE, chest CAN_OPEN CONTAINERS',
      '',
      'move mug1, pickup mug1, move chest1, placein mug1 chest1',
      'not_closed',
    ],
    [
      'something closed that is no container',
      'mug GRABBABLE, curtains CLOSED',
      'mug INSIDE curtains',
      'move mug1, pickup mug1',
      'visible',
    ],
    ['something near that has no edge', 'mug GRABBABLE', '', 'pickup mug1', 'close_to_robot'],
  ])('accepts what virtualhome refuses, given %s', (_, things, edges, walk, virtualhome) => {
    const both = new BothProfiles(smallGraph(`kitchen: ${things}, character`, edges), defectsBut());
    const verdicts = actionsOf(walk).map((action) => both.act(action));
    expect(verdicts.at(-1)).toEqual({ paper: null, virtualhome });
  });
});

describe.skipIf(!existsSync(SCENES))("in VirtualHome's scenes (skipped where ../shared/virtualhome is absent)", () => {
  const scenes = [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [
    `scenes/TestScene${k}_graph.json.gz`,
    `prepared/prepared-TestScene${k}.json.gz`,
  ]);

  it.each(scenes)('the two profiles are in concord in %s', (path) => {
    const graph = readGraph(gunzipSync(readFileSync(new URL(path, SCENES))).toString(), path);
    fc.assert(
      fc.property(choices(120, 1), (walk) => expectConcord(graph, walk)),
      { numRuns: 8 },
    );
  });
});
