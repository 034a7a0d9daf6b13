/** "The robot" is the character that acts. */
import { EdgeStore } from './edge_store.ts';
import {
  BETWEEN,
  FACING,
  GRAPH_PROPERTY_BITS,
  GRAPH_STATE_BITS,
  type GraphTables,
  HOLDS_LH,
  HOLDS_RH,
  INSIDE,
  NONE,
  ON,
} from './edge_table.ts';
import {
  GRAPH_STATES,
  type GraphNodeState,
  type GraphProperty,
  RELATION_NUMBERS,
  type Relation,
} from './graph_scene.ts';
import { type Defects, defectsBut } from './virtualhome_defects.ts';

/** Constants of CPython 3.11's sets. */
const EMPTY = -1;
const DELETED = -2;
const SIZE_MIN = 8;
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;

/** The iteration order of a set of integers in [0, 2^30) after additions and one `difference_update`. */
export function pythonSet(added: readonly number[], removed: readonly number[]): number[] {
  let table = emptyTable(SIZE_MIN);
  let filled = 0;
  let used = 0;
  const resize = () => {
    let size = SIZE_MIN;
    while (size <= used * 4) size *= 2;
    const old = table;
    table = emptyTable(size);
    for (const value of old) if (value >= 0) table[slotOf(table, value)] = value;
    filled = used;
  };
  for (const value of added) {
    const slot = slotOf(table, value);
    if (table[slot] === value) continue;
    table[slot] = value;
    filled++;
    used++;
    if (filled * 5 >= (table.length - 1) * 3) resize();
  }
  for (const value of removed) {
    const slot = slotOf(table, value);
    if (table[slot] !== value) continue;
    table[slot] = DELETED;
    used--;
  }
  if (filled - used > (table.length - 1) >> 2) resize();
  return table.filter((value) => value >= 0);
}

function slotOf(table: readonly number[], value: number): number {
  const mask = table.length - 1;
  let perturb = value;
  let slot = value & mask;
  for (;;) {
    const probes = slot + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
    for (let at = slot; at <= slot + probes; at++) {
      const entry = table[at];
      if (entry === EMPTY || entry === value) return at;
    }
    perturb >>= PERTURB_SHIFT;
    slot = (slot * 5 + 1 + perturb) & mask;
  }
}

function emptyTable(size: number): number[] {
  return new Array<number>(size).fill(EMPTY);
}

export class GraphView {
  readonly tables: GraphTables;
  #robot: number;
  protected readonly defects: Defects;
  protected readonly edges: EdgeStore;
  protected readonly states: Uint16Array;
  /** What each thing was grabbed from, or -1. */
  protected readonly anchors: Int32Array;
  protected readonly anchorRelations: Uint8Array;

  constructor(tables: GraphTables, defects: Defects = defectsBut()) {
    this.tables = tables;
    this.#robot = tables.scene.robot;
    this.defects = defects;
    this.edges = new EdgeStore(tables.edges, this.#robot);
    this.states = tables.states.slice();
    this.anchors = new Int32Array(tables.size).fill(NONE);
    this.anchorRelations = new Uint8Array(tables.size);
  }

  get robot(): number {
    return this.#robot;
  }

  actAs(character: number): void {
    if (character === this.#robot) return;
    this.#robot = character;
    this.edges.watch(character);
  }

  label(node: number): string {
    return this.tables.scene.nodes[node]!.label;
  }

  classOf(node: number): string {
    return this.tables.scene.nodes[node]!.className;
  }

  has(node: number, property: GraphProperty): boolean {
    return (this.tables.properties[node]! & GRAPH_PROPERTY_BITS[property]) !== 0;
  }

  is(node: number, state: GraphNodeState): boolean {
    return (this.states[node]! & GRAPH_STATE_BITS[state]) !== 0;
  }

  statesOf(node: number): GraphNodeState[] {
    return GRAPH_STATES.filter((state) => this.is(node, state));
  }

  targetsOf(node: number, relation: Relation): readonly number[] {
    return this.edges.targetsOf(node, RELATION_NUMBERS[relation]);
  }

  hasEdge(from: number, relation: Relation, to: number): boolean {
    return this.edges.has(from, RELATION_NUMBERS[relation], to);
  }

  protected get robotStates(): number {
    return (this.defects.stale_character ? this.tables.states : this.states)[this.robot]!;
  }

  robotIs(state: 'SITTING' | 'LYING'): boolean {
    return (this.robotStates & GRAPH_STATE_BITS[state]) !== 0;
  }

  isClose(node: number): boolean {
    return this.edges.isCloseToWatched(node);
  }

  isHeld(node: number): boolean {
    return this.edges.has(this.robot, HOLDS_RH, node) || this.edges.has(this.robot, HOLDS_LH, node);
  }

  hasFreeHand(): boolean {
    return this.heldIn('right') === NONE || this.heldIn('left') === NONE;
  }

  heldIn(hand: 'right' | 'left'): number {
    return this.edges.targetsOf(this.robot, hand === 'right' ? HOLDS_RH : HOLDS_LH)[0] ?? NONE;
  }

  held(): number[] {
    return [HOLDS_LH, HOLDS_RH].flatMap((hand) => this.edges.targetsOf(this.robot, hand));
  }

  isGrabbed(node: number): boolean {
    return this.defects.grab_remembered ? this.anchors[node] !== NONE : this.isHeld(node);
  }

  anchorOf(node: number): number {
    return this.anchors[node]!;
  }

  wasGrabbedFromInside(node: number): boolean {
    return this.anchors[node] !== NONE && this.anchorRelations[node] === INSIDE;
  }

  isHidden(node: number): boolean {
    const around = [node];
    for (const at of around) {
      for (const container of this.edges.targetsOf(at, INSIDE)) {
        if (this.tables.rooms[container] === 1) continue;
        if (this.is(container, 'CLOSED')) return true;
        if (!this.defects.hidden_by_parent_only && !around.includes(container)) around.push(container);
      }
    }
    return false;
  }

  roomOf(node: number): number {
    const { rooms } = this.tables;
    if (rooms[node] === 1) return node;
    const around = this.edges.targetsOf(node, INSIDE);
    if (around.length <= 1) return this.#roomAround(around[0] ?? NONE);
    const isRoom = (at: number) => rooms[at] === 1;
    const found = around.filter(isRoom);
    return found.length <= 1 ? (found[0] ?? NONE) : this.firstInPythonOrder(node, INSIDE, isRoom);
  }

  /** VirtualHome hangs on a cycle of containers. */
  #roomAround(container: number): number {
    let at = container;
    for (let steps = 0; at !== NONE && this.tables.rooms[at] === 0; steps++) {
      if (steps === this.tables.size) return NONE;
      const around = this.edges.targetsOf(at, INSIDE);
      at = around.length <= 1 ? (around[0] ?? NONE) : this.firstInPythonOrder(at, INSIDE, () => true);
    }
    return at;
  }

  isReachable(node: number): boolean {
    const entered = new Set([this.roomOf(this.robot)]);
    for (const room of entered) {
      for (const door of this.tables.doors) {
        if (this.is(door, 'CLOSED') || !this.edges.has(door, BETWEEN, room)) continue;
        for (const next of this.edges.targetsOf(door, BETWEEN)) entered.add(next);
      }
    }
    return entered.has(this.roomOf(node));
  }

  isFaced(node: number): boolean {
    const faced = this.edges.targetsOf(this.robot, FACING);
    return faced.some((at) => at === node || this.edges.has(at, FACING, node));
  }

  isWorn(node: number): boolean {
    return this.edges.has(node, ON, this.robot);
  }

  thingsOn(node: number): number[] {
    return this.edges.originsOf(node, ON);
  }

  protected firstInPythonOrder(node: number, relation: number, condition: (target: number) => boolean): number {
    const { ids, scene } = this.tables;
    const { added, removed } = this.edges.history(node, relation);
    const idsOf = (nodes: readonly number[]) => nodes.map((each) => ids[each]!);
    const inOrder = pythonSet(idsOf(added), idsOf(removed));
    return inOrder.map((id) => scene.indexOf.get(id)!).find(condition) ?? NONE;
  }
}
