/** The rarer actions of `reference_virtualhome.ts`. */
import type { ReferenceAction, ReferenceState } from './reference_state.ts';
import { close, done, free, has, held, isIn, shown, when } from './reference_state.ts';

const SEATS = { couch: 4, bed: 4, chair: 1, loveseat: 2, sofa: 4, toilet: 1, pianobench: 2, bench: 2 };
const BERTHS = { couch: 2, bathtub: 2, bed: 3, loveseat: 2, sofa: 2, bench: 1 };

const SQUEEZED =
  'cleaning_solution tooth_paste shampoo food_peanut_butter dish_soap soap towel rag paper sponge food_lemon check';

const vacant =
  (places: Readonly<Record<string, number>>): ReferenceAction =>
  ({ graph, label }, x) =>
    graph.to(x, 'ON').length >= (places[graph.className(x)] ?? 1) ? `Too many things on ${label(x)}` : null;

function not(posture: 'SITTING' | 'LYING'): ReferenceAction {
  return (world) => (world.rests(posture) ? `${world.label(world.me)} is ${posture.toLowerCase()}` : null);
}

function atRest(problem: string): ReferenceAction {
  return (world) => (world.rests('SITTING', 'LYING') ? null : `${world.label(world.me)} is not ${problem}`);
}

const restAs = (state: 'SITTING' | 'LYING', opposite: 'SITTING' | 'LYING') =>
  done(({ graph, me, posture }, x) => {
    graph.add(me, 'ON', x);
    for (const y of state === 'SITTING' ? graph.from(x, 'FACING') : []) graph.add(me, 'FACING', y);
    graph.states.set(me, new Set(posture));
    graph.become(me, state, opposite);
  });

const standUp = done(({ graph, me, posture }) => {
  graph.states.set(me, new Set([...posture].filter((state) => state !== 'SITTING' && state !== 'LYING')));
});

const clean = done(({ graph }, x) => graph.become(x, 'CLEAN', 'DIRTY'));
const WASH = when(close, clean);

const holdsAnything: ReferenceAction = ({ hands, label, me }) =>
  hands.every((hand) => hand === null) ? `${label(me)} does not hold anything in hands` : null;

const PLUG = [has('HAS_PLUG', 'does not have a plug'), close, free];

const plug = done(({ graph }, x) => graph.become(x, 'PLUGGED_IN', 'PLUGGED_OUT'));

const unplug: ReferenceAction = ({ graph, label }, x) => {
  const isOn = graph.statesOf(x).has('ON');
  graph.become(x, 'PLUGGED_OUT', 'PLUGGED_IN');
  return isOn ? { ok: true, text: `${label(x)} is still on` } : null;
};

const faces = ({ graph, me }: ReferenceState, x: number) =>
  graph.edge(me, 'FACING', x) || graph.from(me, 'FACING').some((y) => graph.edge(y, 'FACING', x));

const LOOKAT: ReferenceAction = (world, x) =>
  faces(world, x) ? null : `${world.label(world.me)} does not face ${world.label(x)}`;

const turn = done(({ graph, me }, x) => {
  for (const y of graph.from(me, 'FACING')) graph.remove(me, 'FACING', y);
  graph.add(me, 'FACING', x);
});

const inSameRoom: ReferenceAction = (world, x) => {
  const [room, myRoom] = [world.roomOf(x), world.roomOf(world.me)];
  if (room === null || myRoom === null) return { raised: "AttributeError: 'NoneType' object has no attribute 'id'" };
  return room === myRoom ? null : `char room ${world.label(myRoom)} is not node room ${world.label(room)}`;
};

const facesAtRest: ReferenceAction = (world, x) => {
  const { graph, me, label } = world;
  if (graph.className(x) === 'computer' || !world.rests('SITTING', 'LYING') || graph.edge(me, 'FACING', x)) return null;
  return `${label(me)} is not facing ${label(x)} while sitting`;
};

const shownOrNoted: ReferenceAction = (world, x, y) => {
  const text = shown(world, x, y);
  return typeof text === 'string' && world.defects.watch_hidden ? { ok: true, text } : text;
};

const MOVE = when(has('MOVABLE', 'is not movable', 'button chair curtain'), close, shown, free);

const holdsKnife: ReferenceAction = ({ graph, hands, label, me }) =>
  hands.some((hand) => hand !== null && graph.className(hand).includes('knife'))
    ? null
    : `${label(me)} is not holding a knife`;

const edible: ReferenceAction = ({ graph, label }, x) => {
  const dishes = graph.to(x, 'ON');
  if (graph.has(x, 'EATABLE') || dishes.some((dish) => graph.has(dish, 'EATABLE'))) return null;
  return dishes.length === 0 ? `${label(x)} is not eatable` : `none of object on ${label(x)} is eatable`;
};

const either =
  (one: string, other: string, problem: string): ReferenceAction =>
  ({ graph, label }, x) =>
    graph.has(x, one) || graph.has(x, other) ? null : `${label(x)} ${problem}`;

const putOn = done((world, x) => {
  world.graph.add(x, 'ON', world.me);
  world.release(x);
});

const PUTOFF: ReferenceAction = ({ graph, me, defects, label }, x) => {
  if (defects.putoff_raises) {
    return { raised: "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'" };
  }
  if (!graph.edge(x, 'ON', me)) return `${label(x)} is not on ${label(me)}`;
  if (!graph.has(x, 'CLOTHES')) return `${label(x)} is not clothes`;
  graph.remove(x, 'ON', me);
  return null;
};

function onTarget(check: ReferenceAction): ReferenceAction {
  return (world, _, y) => check(world, y, y);
}

const pour = done((world, x, y) => {
  world.graph.add(x, 'INSIDE', y);
  if (world.graph.className(x) === 'water') world.release(x);
});

export const MORE_ACTIONS: Readonly<Record<string, ReferenceAction>> = {
  SIT: when(close, not('SITTING'), has('SITTABLE'), vacant(SEATS), restAs('SITTING', 'LYING')),
  LIE: when(close, not('LYING'), has('LIEABLE'), vacant(BERTHS), restAs('LYING', 'SITTING')),
  STANDUP: when(atRest('sitting'), standUp),
  SLEEP: atRest('lying or sitting'),
  WAKEUP: atRest('lying or sitting'),
  PLUGIN: when(...PLUG, isIn('PLUGGED_OUT'), plug),
  PLUGOUT: when(...PLUG, isIn('PLUGGED_IN'), unplug),
  TOUCH: when(close, shown),
  WIPE: when(close, holdsAnything, clean),
  WASH,
  RINSE: WASH,
  SCRUB: WASH,
  LOOKAT,
  POINTAT: LOOKAT,
  TURNTO: turn,
  WATCH: when(has('LOOKABLE', 'not lookable'), inSameRoom, LOOKAT, facesAtRest, shownOrNoted),
  MOVE,
  PULL: MOVE,
  PUSH: when(close, shown, free),
  SQUEEZE: when(free, close, has('CLOTHES', 'is not clothes', SQUEEZED)),
  CUT: when(free, close, has('EATABLE'), has('CUTTABLE'), holdsKnife),
  EAT: when(close, edible),
  DRINK: when(either('DRINKABLE', 'RECIPIENT', 'is not drinkable or not recipient'), held),
  READ: when(has('READABLE'), held),
  TYPE: when(close, has('HAS_SWITCH', 'does not have switch', 'keyboard')),
  GREET: has('PERSON'),
  PUTON: when(held, has('CLOTHES'), putOn),
  PUTOFF,
  POUR: when(
    either('POURABLE', 'DRINKABLE', 'is not pourable or drinkable'),
    onTarget(has('RECIPIENT', 'is not recipient', 'hands_both sponge face')),
    held,
    onTarget(close),
    pour,
  ),
};
