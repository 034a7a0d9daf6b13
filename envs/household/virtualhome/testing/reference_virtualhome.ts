/** The rules of VirtualHome's simulator once more, slow and obvious, in every edition. */
import type { Relation } from '../graph_scene.ts';
import type { ReferenceAction, ReferenceAnswer } from './reference_state.ts';
import { close, done, free, has, held, isIn, ReferenceState, shown, when } from './reference_state.ts';
import { MORE_ACTIONS } from './reference_virtualhome_more.ts';

const SILENCE: ReferenceAnswer = { raised: '' };

const NO_ROOM = { raised: "AttributeError: 'NoneType' object has no attribute 'id'" };

export class ReferenceVirtualHome extends ReferenceState {
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

const grab: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  const room = world.roomOf(me);
  if (room === null) return NO_ROOM;
  const relation = (['ON', 'INSIDE', 'CLOSE'] as const).find((each) =>
    graph.from(x, each).some((y) => !graph.isRoom(y)),
  );
  const anchor = world.anchor ?? (relation && graph.fromAsPython(x, relation).find((y) => !graph.isRoom(y)));
  const hand = world.freeHand()!;
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

const notGrabbed: ReferenceAction = ({ grabbedFrom, defects, label }, x) =>
  grabbedFrom.has(x) && !defects.grab_again ? `${label(x)} already grabbed` : null;

function whyNotPut(world: ReferenceState, x: number, y: number, relation: Relation): ReferenceAnswer {
  const refusal = held(world, x, y) ?? close(world, y, y);
  if (refusal !== null || relation !== 'INSIDE') return refusal;
  if (!world.graph.has(y, 'CAN_OPEN') || world.graph.statesOf(y).has('OPEN')) return null;
  return `${world.label(y)} is not open or is not openable`;
}

function put(world: ReferenceState, x: number, y: number, relation: Relation): null {
  const { graph, me } = world;
  world.release(x);
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
  if (typeof text !== 'string') return put(world, x, from.at, from.relation);
  return world.defects.putobjback_succeeds ? { ok: true, text } : text;
};

const drop: ReferenceAction = (world, x) => {
  const room = world.roomOf(world.me);
  if (room === null) return NO_ROOM;
  world.release(x);
  world.graph.add(x, 'INSIDE', room);
  world.grabbedFrom.delete(x);
  return null;
};
const DROP = when(held, drop);

const become = (state: string, opposite: string) =>
  when(
    isIn(opposite),
    ({ graph, label }, x) => (state === 'OPEN' && graph.statesOf(x).has('ON') ? `${label(x)} is still on` : null),
    ({ graph, label }, x) =>
      state === 'ON' && graph.statesOf(x).has('PLUGGED_OUT') ? `${label(x)} is unplugged` : null,
    done(({ graph }, x) => graph.become(x, state, opposite)),
  );

const OPENS = has('CAN_OPEN', 'can not be opened', 'desk window');
const SWITCHES = has('HAS_SWITCH', 'does not have a switch');

const ACTIONS: Readonly<Record<string, ReferenceAction>> = {
  WALK,
  RUN: WALK,
  FIND,
  GRAB: when(has('GRABBABLE', 'is not grabbable', 'water child'), notGrabbed, close, shown, free, grab),
  PUTBACK: putAs('ON'),
  PUTIN: putAs('INSIDE'),
  PUTOBJBACK,
  DROP,
  RELEASE: DROP,
  OPEN: when(OPENS, close, free, become('OPEN', 'CLOSED')),
  CLOSE: when(OPENS, close, become('CLOSED', 'OPEN')),
  SWITCHON: when(SWITCHES, close, become('ON', 'OFF')),
  SWITCHOFF: when(SWITCHES, close, become('OFF', 'ON')),
  ...MORE_ACTIONS,
};
