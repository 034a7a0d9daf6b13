/**
 * The rules of VirtualHome's evolving-graph simulator once more, slow and obvious, defects and all, in every edition.
 *
 * It reads like a table of the original's actions: every action is a function that says why not, or changes the graph. The
 * fast one (`virtualhome_state.ts`, `virtualhome_rules.ts`) must agree with it step by step; the benchmark compares their
 * speed. The rarer actions are in `reference_virtualhome_more.ts`.
 */
import type { Relation } from '../graph_scene.ts';
import { type ReferenceAction, type ReferenceAnswer, ReferenceState } from './reference_state.ts';
import { MORE_ACTIONS } from './reference_virtualhome_more.ts';

/** What the simulator does not say, either. */
const SILENCE: ReferenceAnswer = { raised: '' };

const NO_ROOM = { raised: "AttributeError: 'NoneType' object has no attribute 'id'" };

export class ReferenceVirtualHome extends ReferenceState {
  /** Carries out an action, given by ids; `message` is the original's. */
  act(action: string, ...objects: readonly number[]): { ok: boolean; message: string | null } {
    const answer = ACTIONS[action]!(this, objects[0]!, objects[1]!);
    if (answer === null) return { ok: true, message: null };
    if (typeof answer === 'object' && 'raised' in answer) return { ok: false, message: answer.raised || null };
    const line = [`[${action}]`, ...objects.map((id) => this.graph.label(id)), '[1]'].join(' ');
    const text = typeof answer === 'string' ? answer : answer.text;
    return { ok: typeof answer === 'object', message: `${text} when executing "${line}"` };
  }
}

const WALK: ReferenceAction = (world, x) => {
  const { graph, me, defects } = world;
  const [room, myRoom] = [world.roomOf(x), world.roomOf(me)];
  if (world.rests('SITTING', 'LYING')) return `${world.label(me)} is sitting`;
  if (myRoom === null) return { raised: 'AssertionError: Char_room is none!' };
  if (room === null) return SILENCE;
  const held = [...graph.from(me, 'HOLDS_LH'), ...graph.from(me, 'HOLDS_RH')];
  const approach = (id: number) => graph.addBoth(me, 'CLOSE', id);
  graph.cut(me, 'INSIDE', 'CLOSE', 'FACING');
  graph.add(me, 'INSIDE', room);
  if (room !== x || defects.close_to_room) {
    for (const at of graph.from(x, 'INSIDE')) if (!graph.isRoom(at)) approach(at);
    for (const id of graph.nodes.keys()) if (graph.has(id, 'BODY_PART')) approach(id);
    approach(x);
  }
  for (const thing of held) graph.cut(thing, 'INSIDE', 'CLOSE', 'FACING');
  for (const thing of held) {
    approach(thing);
    graph.add(thing, 'INSIDE', myRoom);
  }
  if (graph.has(x, 'CAN_OPEN') && defects.reaches_contents) for (const id of graph.to(x, 'INSIDE')) approach(id);
  if (graph.has(x, 'SURFACES') && defects.reaches_top) for (const id of graph.to(x, 'ON')) approach(id);
  if (defects.reaches_support) for (const at of graph.from(x, 'ON')) approach(at);
  return null;
};

const FIND: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (!world.isClose(x)) {
    const isWorn = graph.edge(x, 'ON', me) || graph.has(x, 'BODY_PART');
    if (isWorn || (world.defects.find_at_rest && world.rests('SITTING', 'LYING'))) {
      return `${world.label(me)} is not close to ${world.label(x)}`;
    }
    if (!world.defects.find_raises) return WALK(world, x, x);
    return { raised: 'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given' };
  }
  for (const y of graph.from(me, 'FACING')) graph.remove(me, 'FACING', y);
  graph.addBoth(me, 'CLOSE', x);
  return null;
};

const GRAB: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  const hand = world.freeHand();
  if (!graph.has(x, 'GRABBABLE') && !['water', 'child'].includes(graph.className(x))) {
    return `${world.label(x)} is not grabbable`;
  }
  if (world.grabbedFrom.has(x) && !world.defects.grab_again) return `${world.label(x)} already grabbed`;
  if (!world.isClose(x)) return `${world.label(me)} is not close to ${world.label(x)}`;
  if (world.isHidden(x)) return `${world.label(x)} is inside other closed thing`;
  if (hand === null) return `${world.label(me)} does not have a free hand`;
  const room = world.roomOf(me);
  if (room === null) return NO_ROOM;
  const relation = (['ON', 'INSIDE', 'CLOSE'] as const).find((each) =>
    graph.from(x, each).some((y) => !graph.isRoom(y)),
  );
  const anchor = world.anchor ?? (relation && graph.fromAsPython(x, relation).find((y) => !graph.isRoom(y)));
  graph.cut(x, 'ON', 'INSIDE', 'CLOSE');
  if (!world.defects.grab_again) graph.cut(x, 'HOLDS_LH', 'HOLDS_RH');
  graph.addBoth(me, 'CLOSE', x);
  graph.add(me, hand, x);
  graph.add(x, 'INSIDE', room);
  if (relation === undefined || anchor === undefined) return null;
  graph.addBoth(me, 'CLOSE', anchor);
  world.grabbedFrom.set(x, { at: anchor, relation });
  return null;
};

function whyNotPut(world: ReferenceState, x: number, y: number, relation: Relation): string | null {
  const { graph, me } = world;
  if (!world.isHeld(x)) return `${world.label(me)} is not holding ${world.label(x)}`;
  if (!world.isClose(y)) return `${world.label(me)} is not close to ${world.label(y)}`;
  if (relation !== 'INSIDE' || !graph.has(y, 'CAN_OPEN') || graph.statesOf(y).has('OPEN')) return null;
  return `${world.label(y)} is not open or is not openable`;
}

function put(world: ReferenceState, x: number, y: number, relation: Relation): null {
  const { graph, me } = world;
  for (const hand of ['HOLDS_RH', 'HOLDS_LH'] as const) graph.remove(me, hand, x);
  graph.addBoth(me, 'CLOSE', y);
  graph.addBoth(x, 'CLOSE', y);
  graph.add(x, relation, y);
  world.grabbedFrom.delete(x);
  return null;
}

const putAs =
  (relation: Relation): ReferenceAction =>
  (world, x, y) =>
    whyNotPut(world, x, y, relation) ?? put(world, x, y, relation);

const PUTOBJBACK: ReferenceAction = (world, x) => {
  const from = world.grabbedFrom.get(x);
  if (from === undefined) return `${world.label(x)} not grabbed`;
  const text = whyNotPut(world, x, from.at, from.relation);
  if (text === null) return put(world, x, from.at, from.relation);
  return world.defects.putobjback_succeeds ? { ok: true, text } : text;
};

const DROP: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (!world.isHeld(x)) return `${world.label(me)} is not holding ${world.label(x)}`;
  const room = world.roomOf(me);
  if (room === null) return NO_ROOM;
  for (const hand of ['HOLDS_RH', 'HOLDS_LH'] as const) graph.remove(me, hand, x);
  graph.add(x, 'INSIDE', room);
  world.grabbedFrom.delete(x);
  return null;
};

const openAs =
  (state: 'OPEN' | 'CLOSED', opposite: 'OPEN' | 'CLOSED'): ReferenceAction =>
  (world, x) => {
    const { graph, me } = world;
    const opens = graph.has(x, 'CAN_OPEN') || ['desk', 'window'].includes(graph.className(x));
    if (!opens) return `${world.label(x)} can not be opened`;
    if (!world.isClose(x)) return `${world.label(me)} is not close to ${world.label(x)}`;
    if (state === 'OPEN' && world.freeHand() === null) return `${world.label(me)} does not have a free hand`;
    if (!graph.statesOf(x).has(opposite)) return `${world.label(x)} is not ${opposite.toLowerCase()}`;
    if (state === 'OPEN' && graph.statesOf(x).has('ON')) return `${world.label(x)} is still on`;
    graph.become(x, state, opposite);
    return null;
  };

const switchAs =
  (state: 'ON' | 'OFF', opposite: 'ON' | 'OFF'): ReferenceAction =>
  (world, x) => {
    const { graph, me } = world;
    if (!graph.has(x, 'HAS_SWITCH')) return `${world.label(x)} does not have a switch`;
    if (!world.isClose(x)) return `${world.label(me)} is not close to ${world.label(x)}`;
    if (!graph.statesOf(x).has(opposite)) return `${world.label(x)} is not ${opposite.toLowerCase()}`;
    if (state === 'ON' && graph.statesOf(x).has('PLUGGED_OUT')) return `${world.label(x)} is unplugged`;
    graph.become(x, state, opposite);
    return null;
  };

const ACTIONS: Readonly<Record<string, ReferenceAction>> = {
  WALK,
  RUN: WALK,
  FIND,
  GRAB,
  PUTBACK: putAs('ON'),
  PUTIN: putAs('INSIDE'),
  PUTOBJBACK,
  DROP,
  RELEASE: DROP,
  OPEN: openAs('OPEN', 'CLOSED'),
  CLOSE: openAs('CLOSED', 'OPEN'),
  SWITCHON: switchAs('ON', 'OFF'),
  SWITCHOFF: switchAs('OFF', 'ON'),
  ...MORE_ACTIONS,
};
