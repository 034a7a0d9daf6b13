/**
 * Matches things by class and order of ids, since the simulator renumbers them.
 * A thing stays in place while the graph has that edge; otherwise it moves to where the graph reader puts it.
 */
import { JsonError } from '../checked_json.ts';
import { type House, isRoom } from '../household/scene/house.ts';
import { stateBits } from '../household/scene/house_tables.ts';
import { type Graph, houseOfGraph, readGraph } from '../household/scene/read_graph.ts';
import type { HouseholdState } from '../household/state/household_state.ts';
import { IN, NONE, ON, type ReportedColumns } from '../household/state/state_columns.ts';
import { SimulatorError, unusable } from '../simulator_error.ts';

export type LiveReport = {
  readonly columns: ReportedColumns;
  /** Right hand, then left, by node; -1 for nothing. */
  readonly hands: readonly [number, number];
  readonly room: number;
  readonly ids: readonly number[];
};

export type Twins = ReadonlyMap<number, number>;

const MISSING_MAX = 5;

/** Throws a SimulatorError on an invalid graph, without a character, or without a thing of the house. */
export function liveReport(
  text: string,
  { before, twins, name }: { readonly before: HouseholdState; readonly twins: Twins; readonly name: string },
): LiveReport {
  const { house } = before.tables;
  const { graph, live } = readLive(text, house.name, name);
  const person = graph.nodes.filter(({ class_name }) => class_name === 'character').sort((a, b) => a.id - b.id)[0];
  if (person === undefined) {
    throw unusable(name, 'its scene has no character; was it started anew in the middle?');
  }
  const liveOf = house.names.map((known) => live.indexOf.get(known));
  const missing = house.names.filter((_, node) => liveOf[node] === undefined && !isPerson(house, node));
  if (missing.length > 0) {
    const some = missing.slice(0, MISSING_MAX).join(', ');
    const more = missing.length > MISSING_MAX ? ` and ${missing.length - MISSING_MAX} more` : '';
    throw new SimulatorError(
      `Cannot play in "${house.name}" on ${name}: its scene lacks ${some}${more}; take as scene the graph of the simulator's own apartment, or serve this one`,
    );
  }
  const nodeOf = new Map(liveOf.flatMap((at, node) => (at === undefined ? [] : [[live.nodes[at]!.id, node] as const])));
  const held = (relation: string) => {
    const edge = graph.edges.find(
      ({ from_id, relation_type }) => from_id === person.id && relation_type.toUpperCase() === relation,
    );
    return edge === undefined ? NONE : (twins.get(edge.to_id) ?? nodeOf.get(edge.to_id) ?? NONE);
  };
  const hands = [held('HOLDS_RH'), held('HOLDS_LH')] as const;
  const rooms = graph.edges.filter(({ from_id, relation_type }) => from_id === person.id && relation_type === 'INSIDE');
  const room = rooms
    .map(({ to_id }) => nodeOf.get(to_id) ?? NONE)
    .find((at) => at !== NONE && before.tables.rooms[at] === 1);
  if (room === undefined) throw unusable(name, `its character is in no room of "${house.name}"`);
  const ids = liveOf.map((at) => (at === undefined ? NONE : live.nodes[at]!.id));
  return { columns: columnsOf({ graph, live, liveOf, nodeOf, hands, before }), hands, room, ids };
}

function readLive(text: string, scene: string, name: string): { readonly graph: Graph; readonly live: House } {
  try {
    const graph = readGraph(text, 'environment_graph');
    return { graph: graph.value, live: houseOfGraph(graph, scene) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw unusable(name, error.message, { cause: error });
  }
}

type Reading = {
  readonly graph: Graph;
  readonly live: House;
  readonly liveOf: readonly (number | undefined)[];
  readonly nodeOf: ReadonlyMap<number, number>;
  readonly hands: readonly number[];
  readonly before: HouseholdState;
};

function columnsOf({ graph, live, liveOf, nodeOf, hands, before }: Reading): ReportedColumns {
  const { size, house, rooms } = before.tables;
  const columns = {
    parent: new Int32Array(size).fill(NONE),
    relation: new Uint8Array(size),
    states: new Uint8Array(size),
    x: new Float64Array(size),
    z: new Float64Array(size),
  };
  const edges = new Set(graph.edges.map(({ from_id, relation_type, to_id }) => `${from_id} ${relation_type} ${to_id}`));
  const idOf = (node: number) => live.nodes[liveOf[node]!]?.id;
  for (const node of house.nodes.keys()) {
    const at = liveOf[node];
    const reported = at === undefined ? house.nodes[node]! : live.nodes[at]!;
    const isFixed = at === undefined || rooms[node] === 1 || hands.includes(node);
    [columns.x[node], columns.z[node]] = isFixed
      ? before.positionOf(node)
      : [reported.position[0], reported.position[2]];
    columns.states[node] = stateBits(reported);
    if (rooms[node] === 1 || hands.includes(node)) continue;
    const parent = before.parentOf(node);
    const isKept =
      at === undefined ||
      (parent !== NONE &&
        rooms[parent] === 0 &&
        edges.has(`${idOf(node)} ${before.liesOn(node) ? 'ON' : 'INSIDE'} ${idOf(parent)}`));
    const place = isKept ? null : placeOf(live, at, nodeOf);
    columns.parent[node] = place?.at ?? parent;
    columns.relation[node] = place?.relation ?? (before.liesOn(node) ? ON : IN);
  }
  return columns;
}

function placeOf(
  live: House,
  start: number,
  nodeOf: ReadonlyMap<number, number>,
): { readonly at: number; readonly relation: number } | null {
  for (let place = live.nodes[start]!.place; place !== null; place = live.nodes[place.at]!.place) {
    const at = nodeOf.get(live.nodes[place.at]!.id);
    if (at !== undefined) return { at, relation: place.relation === 'ON' ? ON : IN };
  }
  return null;
}

function isPerson(house: House, node: number): boolean {
  const { category, className } = house.nodes[node]!;
  return !isRoom(house.nodes[node]!) && (category === 'Characters' || className === 'character');
}
