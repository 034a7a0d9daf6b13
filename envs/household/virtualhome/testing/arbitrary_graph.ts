import * as fc from 'fast-check';
import { readGraph } from '../../scene/read_graph.ts';
import { GRAPH_STATES, type GraphScene, graphScene, RELATIONS, type SceneNode } from '../graph_scene.ts';
import { VIRTUALHOME_RULES } from '../virtualhome_rules.ts';
import type { ReferenceState } from './reference_state.ts';

const CLASSES: readonly (readonly [className: string, ...properties: string[]])[] = [
  ['mug', 'GRABBABLE', 'RECIPIENT'],
  ['milk', 'GRABBABLE', 'POURABLE', 'DRINKABLE'],
  ['plate', 'GRABBABLE', 'SURFACES', 'MOVABLE'],
  ['knife', 'GRABBABLE'],
  ['apple', 'GRABBABLE', 'EATABLE', 'CUTTABLE'],
  ['shirt', 'GRABBABLE', 'CLOTHES'],
  ['book', 'GRABBABLE', 'READABLE', 'CAN_OPEN'],
  ['box', 'GRABBABLE', 'CONTAINERS'],
  ['fridge', 'CAN_OPEN', 'CONTAINERS', 'HAS_SWITCH', 'HAS_PLUG'],
  ['closet', 'CAN_OPEN', 'CONTAINERS'],
  ['television', 'HAS_SWITCH', 'HAS_PLUG', 'LOOKABLE'],
  ['chair', 'SITTABLE', 'MOVABLE'],
  ['sofa', 'SITTABLE', 'LIEABLE', 'SURFACES'],
  ['desk', 'SURFACES'],
  ['water'],
  ['face', 'BODY_PART'],
  ['cat', 'PERSON'],
  ['door', 'CAN_OPEN'],
  ['window'],
  ['soap'],
  ['keyboard'],
  ['bathtub', 'LIEABLE'],
  ['computer', 'LOOKABLE', 'HAS_SWITCH'],
];

const node = fc.record({
  kind: fc.constantFrom(...CLASSES),
  states: fc.subarray(
    GRAPH_STATES.filter((state) => state !== 'CLEAN'),
    { maxLength: 4 },
  ),
  id: fc.integer({ min: 0, max: 40 }),
});

const end = fc.nat();
const edge = fc.tuple(end, fc.constantFrom(...RELATIONS), end);

type Draft = Readonly<{
  rooms: number;
  nodes: readonly { kind: (typeof CLASSES)[number]; states: readonly string[]; id: number }[];
  robotStates: readonly string[];
  inRoom: readonly number[];
  edges: readonly (readonly [number, string, number])[];
}>;

/** Any edges: things inside themselves, rooms inside things, circles. */
export const arbitraryTable: fc.Arbitrary<GraphScene> = fc
  .record({
    rooms: fc.integer({ min: 1, max: 3 }),
    nodes: fc.array(node, { minLength: 3, maxLength: 14, size: 'max' }),
    robotStates: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.constantFrom(['SITTING'], ['LYING'])),
    inRoom: fc.array(fc.nat({ max: 12 }), { minLength: 16, maxLength: 16 }),
    edges: fc.array(edge, { maxLength: 40, size: 'max' }),
  })
  .map((draft) => graphScene(readGraph(sceneText(draft), 'any.json')));

function sceneText({ rooms, nodes: things, robotStates, inRoom, edges }: Draft): string {
  const plain = (class_name: string, category: string, states: readonly string[], properties: readonly string[]) => ({
    class_name,
    category,
    states,
    properties,
  });
  const nodes = [
    ...Array.from({ length: rooms }, () => plain('kitchen', 'Rooms', [], [])),
    plain('character', 'Characters', robotStates, []),
    ...things.map(({ kind: [className, ...properties], states }) => plain(className, 'Props', states, properties)),
  ];
  const ids = [...nodes.keys()].map((index) => ((things[index % things.length]?.id ?? 0) * 20 + index) * 3);
  const lines = nodes.slice(rooms).flatMap((_, index) => {
    const room = inRoom[index]!;
    return room === 12 ? [] : [[index + rooms, 'INSIDE', room % rooms] as const];
  });
  for (const [one, relation, other] of edges) {
    lines.push([one % nodes.length, relation, other % nodes.length] as never);
  }
  return JSON.stringify({
    nodes: nodes.map((each, index) => ({ id: ids[index], ...each })),
    edges: lines.map(([from, relation_type, to]) => ({ from_id: ids[from], relation_type, to_id: ids[to] })),
  });
}

/** Actions that get somewhere, more often than the others. */
const USUAL = 'WALK WALK WALK GRAB GRAB GRAB PUTIN PUTBACK OPEN OPEN CLOSE SIT DROP PUTOBJBACK'.split(' ');
const VERBS = [...VIRTUALHOME_RULES.keys(), ...USUAL];

const SUITABLE: Readonly<Record<string, string>> = {
  GRAB: 'GRABBABLE',
  OPEN: 'CAN_OPEN',
  CLOSE: 'CAN_OPEN',
  SWITCHON: 'HAS_SWITCH',
  SWITCHOFF: 'HAS_SWITCH',
  TYPE: 'HAS_SWITCH',
  PLUGIN: 'HAS_PLUG',
  PLUGOUT: 'HAS_PLUG',
  WATCH: 'LOOKABLE',
  CUT: 'EATABLE',
  SQUEEZE: 'CLOTHES',
  SIT: 'SITTABLE',
  LIE: 'LIEABLE',
  MOVE: 'MOVABLE',
  PULL: 'MOVABLE',
};
const WITH_HELD = 'PUTIN PUTBACK PUTOBJBACK DROP RELEASE POUR PUTON READ DRINK'.split(' ');
const ANYWHERE = 'WALK RUN FIND TURNTO WATCH LOOKAT'.split(' ');

export function pickStep({ nodes }: GraphScene, world: ReferenceState, choice: number) {
  const verb = VERBS[choice % VERBS.length]!;
  const rest = Math.floor(choice / VERBS.length);
  const suits = ({ id, properties }: SceneNode) =>
    WITH_HELD.includes(verb) ? world.isHeld(id) : properties.includes(SUITABLE[verb] ?? '');
  const close = nodes.filter(({ id }) => world.isClose(id));
  const pools = [nodes.filter(suits), nodes];
  if (!ANYWHERE.includes(verb)) pools.unshift(close.filter(suits), close);
  const from = rest % 4 === 0 ? nodes : pools.find((pool) => pool.length > 0)!;
  const targets = rest % 8 < 6 && close.length > 0 ? close : nodes;
  const first = from[Math.floor(rest / 8) % from.length]!;
  const second = targets[Math.floor(rest / 100) % targets.length]!;
  return { verb, nodes: [first, second].slice(0, VIRTUALHOME_RULES.get(verb)?.arity) };
}
