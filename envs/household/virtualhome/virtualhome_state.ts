/** Changes follow VirtualHome's order, since later ones undo earlier ones. */
import { CLOSE, FACING, GRAPH_STATE_BITS, HOLDS_LH, HOLDS_RH, INSIDE, NONE, ON } from './edge_table.ts';
import type { GraphNodeState } from './graph_scene.ts';
import { GraphView } from './graph_view.ts';

const POSTURES = GRAPH_STATE_BITS.SITTING | GRAPH_STATE_BITS.LYING;

export class VirtualHomeState extends GraphView {
  readonly #isThing = (node: number): boolean => this.tables.rooms[node] === 0;

  reset(): void {
    this.edges.reset();
    this.states.set(this.tables.states);
    this.anchors.fill(NONE);
  }

  moveTo(node: number): void {
    const { edges, robot } = this;
    const room = this.roomOf(node);
    const heldRoom = this.defects.held_in_old_room ? this.roomOf(robot) : room;
    for (const relation of [INSIDE, CLOSE, FACING]) edges.removeAll(robot, relation);
    if (!this.defects.seat_kept) edges.removeOutgoing(robot, ON);
    edges.add(robot, INSIDE, room);
    if (room !== node || this.defects.close_to_room) this.#approachThing(node);
    this.#carry(heldRoom);
    this.#approachAround(node);
  }

  pickUp(node: number): void {
    const { edges, robot } = this;
    const hand = this.heldIn('right') === NONE ? HOLDS_RH : HOLDS_LH;
    const room = this.roomOf(robot);
    const relation = [ON, INSIDE, CLOSE].find((each) => edges.targetsOf(node, each).some(this.#isThing)) ?? NONE;
    const anchor = relation === NONE ? NONE : this.chooseNeighbour(node, relation);
    for (const each of [ON, INSIDE, CLOSE]) edges.removeAll(node, each);
    if (!this.defects.grab_again) for (const each of [HOLDS_RH, HOLDS_LH]) edges.removeAll(node, each);
    this.#approach(node);
    edges.add(robot, hand, node);
    edges.add(node, INSIDE, room);
    if (anchor === NONE) return;
    this.#approach(anchor);
    this.anchors[node] = anchor;
    this.anchorRelations[node] = relation;
  }

  place(node: number, relation: 'ON' | 'IN', at: number): void {
    this.#put(node, relation === 'ON' ? ON : INSIDE, at);
  }

  putBack(node: number, anchor: number): void {
    this.#put(node, this.anchorRelations[node]!, anchor);
  }

  drop(node: number): void {
    this.#release(node);
    if (!this.defects.dropped_in_two_rooms) this.edges.removeOutgoing(node, INSIDE);
    this.edges.add(node, INSIDE, this.roomOf(this.robot));
    this.anchors[node] = NONE;
  }

  become(node: number, state: GraphNodeState, opposite: GraphNodeState): void {
    this.states[node] = (this.states[node]! & ~GRAPH_STATE_BITS[opposite]) | GRAPH_STATE_BITS[state];
  }

  find(node: number): void {
    this.edges.removeOutgoing(this.robot, FACING);
    this.#approach(node);
  }

  turnTo(node: number): void {
    this.edges.removeOutgoing(this.robot, FACING);
    this.edges.add(this.robot, FACING, node);
  }

  rest(node: number, posture: 'SITTING' | 'LYING'): void {
    const { edges, robot } = this;
    edges.add(robot, ON, node);
    this.#setPosture(GRAPH_STATE_BITS[posture]);
    if (posture === 'LYING') return;
    for (const faced of edges.targetsOf(node, FACING)) edges.add(robot, FACING, faced);
  }

  standUp(): void {
    this.#setPosture(0);
    if (!this.defects.seat_kept) this.edges.removeOutgoing(this.robot, ON);
  }

  putOn(node: number): void {
    this.edges.add(node, ON, this.robot);
    this.#release(node);
  }

  takeOff(node: number): void {
    this.edges.remove(node, ON, this.robot);
  }

  pour(node: number, into: number): void {
    this.edges.add(node, INSIDE, into);
    if (this.classOf(node) === 'water') this.#release(node);
  }

  #approachThing(node: number): void {
    for (const at of this.edges.targetsOf(node, INSIDE)) if (this.tables.rooms[at] === 0) this.#approach(at);
    for (const part of this.tables.bodyParts) this.#approach(part);
    this.#approach(node);
  }

  #approachAround(node: number): void {
    const { defects, edges } = this;
    const reachesInto = defects.reaches_contents && (defects.reaches_closed || !this.is(node, 'CLOSED'));
    if (reachesInto && this.has(node, 'CAN_OPEN')) for (const at of edges.originsOf(node, INSIDE)) this.#approach(at);
    if (defects.reaches_top && this.has(node, 'SURFACES'))
      for (const at of edges.originsOf(node, ON)) this.#approach(at);
    if (defects.reaches_support) for (const at of edges.targetsOf(node, ON)) this.#approach(at);
  }

  #carry(room: number): void {
    const { edges } = this;
    const held = this.held();
    for (const node of held) for (const relation of [INSIDE, CLOSE, FACING]) edges.removeAll(node, relation);
    for (const node of held) {
      this.#approach(node);
      edges.add(node, INSIDE, room);
    }
  }

  #put(node: number, relation: number, at: number): void {
    this.#release(node);
    this.#approach(at);
    this.edges.add(node, CLOSE, at);
    this.edges.add(at, CLOSE, node);
    this.edges.add(node, relation, at);
    this.anchors[node] = NONE;
  }

  #approach(node: number): void {
    this.edges.add(this.robot, CLOSE, node);
    this.edges.add(node, CLOSE, this.robot);
  }

  #release(node: number): void {
    this.edges.remove(this.robot, HOLDS_RH, node);
    this.edges.remove(this.robot, HOLDS_LH, node);
  }

  protected chooseNeighbour(node: number, relation: number): number {
    const things = this.edges.targetsOf(node, relation).filter(this.#isThing);
    if (things.length === 1 || !this.defects.anchor_by_hash) return Math.min(...things);
    return this.firstInPythonOrder(node, relation, this.#isThing);
  }

  #setPosture(posture: number): void {
    this.states[this.robot] = (this.robotStates & ~POSTURES) | posture;
  }
}
