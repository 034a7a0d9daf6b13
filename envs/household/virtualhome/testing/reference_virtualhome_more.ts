/**
 * The rarer actions of `reference_virtualhome.ts`.
 *
 * Golden traces cover PLUGIN, PLUGOUT, SIT, STANDUP, TOUCH and WIPE; the others follow the simulator's source.
 */
import type { ReferenceAction, ReferenceState } from './reference_state.ts';

/** How many things may be on a seat before nobody can sit, or lie, on it; 1 where nothing is said. */
const SEATS: Readonly<Record<string, number>> = {
  couch: 4,
  bed: 4,
  chair: 1,
  loveseat: 2,
  sofa: 4,
  toilet: 1,
  pianobench: 2,
  bench: 2,
};
const BERTHS: Readonly<Record<string, number>> = { couch: 2, bathtub: 2, bed: 3, loveseat: 2, sofa: 2, bench: 1 };

const SQUEEZED =
  'cleaning_solution tooth_paste shampoo food_peanut_butter dish_soap soap towel rag paper sponge food_lemon check';

const isNotClose = (world: ReferenceState, x: number) => `${world.label(world.me)} is not close to ${world.label(x)}`;
const hasNoHand = (world: ReferenceState) => `${world.label(world.me)} does not have a free hand`;
const doesNotHold = (world: ReferenceState, x: number) => `${world.label(world.me)} is not holding ${world.label(x)}`;

const plugAs =
  (state: 'PLUGGED_IN' | 'PLUGGED_OUT', opposite: 'PLUGGED_IN' | 'PLUGGED_OUT'): ReferenceAction =>
  (world, x) => {
    const { graph } = world;
    if (!graph.has(x, 'HAS_PLUG')) return `${world.label(x)} does not have a plug`;
    if (!world.isClose(x)) return isNotClose(world, x);
    if (world.freeHand() === null) return hasNoHand(world);
    if (!graph.statesOf(x).has(opposite)) return `${world.label(x)} is not ${opposite.toLowerCase()}`;
    const on = state === 'PLUGGED_OUT' && graph.statesOf(x).has('ON');
    graph.become(x, state, opposite);
    return on ? { ok: true, text: `${world.label(x)} is still on` } : null;
  };

const SIT: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (!world.isClose(x)) return isNotClose(world, x);
  if (world.rests('SITTING')) return `${world.label(me)} is sitting`;
  if (!graph.has(x, 'SITTABLE')) return `${world.label(x)} is not sittable`;
  if (graph.to(x, 'ON').length >= (SEATS[graph.className(x)] ?? 1)) return `Too many things on ${world.label(x)}`;
  graph.add(me, 'ON', x);
  for (const y of graph.from(x, 'FACING')) graph.add(me, 'FACING', y);
  graph.states.set(me, new Set(world.posture));
  graph.become(me, 'SITTING', 'LYING');
  return null;
};

const LIE: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (!world.isClose(x)) return isNotClose(world, x);
  if (world.rests('LYING')) return `${world.label(me)} is lying`;
  if (!graph.has(x, 'LIEABLE')) return `${world.label(x)} is not lieable`;
  if (graph.to(x, 'ON').length >= (BERTHS[graph.className(x)] ?? 1)) return `Too many things on ${world.label(x)}`;
  graph.add(me, 'ON', x);
  graph.states.set(me, new Set(world.posture));
  graph.become(me, 'LYING', 'SITTING');
  return null;
};

const STANDUP: ReferenceAction = (world) => {
  const { graph, me } = world;
  if (!world.rests('SITTING', 'LYING')) return `${world.label(me)} is not sitting`;
  graph.states.set(me, new Set([...world.posture].filter((state) => state !== 'SITTING' && state !== 'LYING')));
  return null;
};

const SLEEP: ReferenceAction = (world) =>
  world.rests('SITTING', 'LYING') ? null : `${world.label(world.me)} is not lying or sitting`;

const TOUCH: ReferenceAction = (world, x) => {
  if (!world.isClose(x)) return isNotClose(world, x);
  return world.isHidden(x) ? `${world.label(x)} is inside other closed thing` : null;
};

const WASH: ReferenceAction = (world, x) => {
  if (!world.isClose(x)) return isNotClose(world, x);
  world.graph.become(x, 'CLEAN', 'DIRTY');
  return null;
};

const WIPE: ReferenceAction = (world, x) => {
  if (!world.isClose(x)) return isNotClose(world, x);
  if (world.hands.every((hand) => hand === null)) return `${world.label(world.me)} does not hold anything in hands`;
  return WASH(world, x, x);
};

const faces = ({ graph, me }: ReferenceState, x: number) =>
  graph.edge(me, 'FACING', x) || graph.from(me, 'FACING').some((y) => graph.edge(y, 'FACING', x));

const LOOKAT: ReferenceAction = (world, x) =>
  faces(world, x) ? null : `${world.label(world.me)} does not face ${world.label(x)}`;

const TURNTO: ReferenceAction = ({ graph, me }, x) => {
  for (const y of graph.from(me, 'FACING')) graph.remove(me, 'FACING', y);
  graph.add(me, 'FACING', x);
  return null;
};

const WATCH: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  const [room, myRoom] = [world.roomOf(x), world.roomOf(me)];
  if (!graph.has(x, 'LOOKABLE')) return `${world.label(x)} not lookable`;
  if (room === null || myRoom === null) return { raised: "AttributeError: 'NoneType' object has no attribute 'id'" };
  if (room !== myRoom) return `char room ${world.label(myRoom)} is not node room ${world.label(room)}`;
  if (!faces(world, x)) return `${world.label(me)} does not face ${world.label(x)}`;
  if (graph.className(x) !== 'computer' && world.rests('SITTING', 'LYING') && !graph.edge(me, 'FACING', x)) {
    return `${world.label(me)} is not facing ${world.label(x)} while sitting`;
  }
  if (!world.isHidden(x)) return null;
  const text = `${world.label(x)} is inside other closed thing`;
  return world.defects.watch_hidden ? { ok: true, text } : text;
};

const moveAs =
  (pushes: boolean): ReferenceAction =>
  (world, x) => {
    const { graph } = world;
    const kind = graph.className(x);
    const excused = pushes || kind === 'button' || kind === 'chair' || kind === 'curtain';
    if (!graph.has(x, 'MOVABLE') && !excused) return `${world.label(x)} is not movable`;
    if (!world.isClose(x)) return isNotClose(world, x);
    if (world.isHidden(x)) return `${world.label(x)} is inside other closed thing`;
    return world.freeHand() === null ? hasNoHand(world) : null;
  };

const SQUEEZE: ReferenceAction = (world, x) => {
  if (world.freeHand() === null) return hasNoHand(world);
  if (!world.isClose(x)) return isNotClose(world, x);
  const yields = world.graph.has(x, 'CLOTHES') || SQUEEZED.split(' ').includes(world.graph.className(x));
  return yields ? null : `${world.label(x)} is not clothes`;
};

const CUT: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (world.freeHand() === null) return hasNoHand(world);
  if (!world.isClose(x)) return isNotClose(world, x);
  if (!graph.has(x, 'EATABLE')) return `${world.label(x)} is not eatable`;
  if (!graph.has(x, 'CUTTABLE')) return `${world.label(x)} is not cuttable`;
  const knife = world.hands.some((hand) => hand !== null && graph.className(hand).includes('knife'));
  return knife ? null : `${world.label(me)} is not holding a knife`;
};

const EAT: ReferenceAction = (world, x) => {
  const { graph } = world;
  if (!world.isClose(x)) return isNotClose(world, x);
  const dishes = graph.to(x, 'ON');
  if (graph.has(x, 'EATABLE') || dishes.some((dish) => graph.has(dish, 'EATABLE'))) return null;
  return dishes.length === 0 ? `${world.label(x)} is not eatable` : `none of object on ${world.label(x)} is eatable`;
};

const DRINK: ReferenceAction = (world, x) => {
  if (!world.graph.has(x, 'DRINKABLE') && !world.graph.has(x, 'RECIPIENT')) {
    return `${world.label(x)} is not drinkable or not recipient`;
  }
  return world.isHeld(x) ? null : doesNotHold(world, x);
};

const READ: ReferenceAction = (world, x) => {
  if (!world.graph.has(x, 'READABLE')) return `${world.label(x)} is not readable`;
  return world.isHeld(x) ? null : doesNotHold(world, x);
};

const TYPE: ReferenceAction = (world, x) => {
  if (!world.isClose(x)) return isNotClose(world, x);
  const types = world.graph.className(x) === 'keyboard' || world.graph.has(x, 'HAS_SWITCH');
  return types ? null : `${world.label(x)} does not have switch`;
};

const GREET: ReferenceAction = (world, x) => (world.graph.has(x, 'PERSON') ? null : `${world.label(x)} is not person`);

const PUTON: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (!world.isHeld(x)) return doesNotHold(world, x);
  if (!graph.has(x, 'CLOTHES')) return `${world.label(x)} is not clothes`;
  graph.add(x, 'ON', me);
  for (const hand of ['HOLDS_RH', 'HOLDS_LH'] as const) graph.remove(me, hand, x);
  return null;
};

const PUTOFF: ReferenceAction = (world, x) => {
  const { graph, me } = world;
  if (world.defects.putoff_raises) {
    return { raised: "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'" };
  }
  if (!graph.edge(x, 'ON', me)) return `${world.label(x)} is not on ${world.label(me)}`;
  if (!graph.has(x, 'CLOTHES')) return `${world.label(x)} is not clothes`;
  graph.remove(x, 'ON', me);
  return null;
};

const POUR: ReferenceAction = (world, x, y) => {
  const { graph, me } = world;
  if (!graph.has(x, 'POURABLE') && !graph.has(x, 'DRINKABLE')) return `${world.label(x)} is not pourable or drinkable`;
  const takes = graph.has(y, 'RECIPIENT') || ['hands_both', 'sponge', 'face'].includes(graph.className(y));
  if (!takes) return `${world.label(y)} is not recipient`;
  if (!world.isHeld(x)) return doesNotHold(world, x);
  if (!world.isClose(y)) return isNotClose(world, y);
  graph.add(x, 'INSIDE', y);
  if (graph.className(x) !== 'water') return null;
  for (const hand of ['HOLDS_RH', 'HOLDS_LH'] as const) graph.remove(me, hand, x);
  return null;
};

export const MORE_ACTIONS: Readonly<Record<string, ReferenceAction>> = {
  SIT,
  LIE,
  STANDUP,
  SLEEP,
  WAKEUP: SLEEP,
  PLUGIN: plugAs('PLUGGED_IN', 'PLUGGED_OUT'),
  PLUGOUT: plugAs('PLUGGED_OUT', 'PLUGGED_IN'),
  TOUCH,
  WIPE,
  WASH,
  RINSE: WASH,
  SCRUB: WASH,
  LOOKAT,
  POINTAT: LOOKAT,
  TURNTO,
  WATCH,
  MOVE: moveAs(false),
  PULL: moveAs(false),
  PUSH: moveAs(true),
  SQUEEZE,
  CUT,
  EAT,
  DRINK,
  READ,
  TYPE,
  GREET,
  PUTON,
  PUTOFF,
  POUR,
};
