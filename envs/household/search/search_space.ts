import { type GroundCondition, kindsIn, partsOf } from '../goals/ground_goal.ts';
import type { Rulebook } from '../rules/rules.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { devicesAround, type PlaceAtom, type Spot, wouldHold } from './goal_requirements.ts';
import {
  type Abilities,
  abilitiesOf,
  isSettled,
  PLACE_RELATIONS,
  type PolarAtom,
  polarAtoms,
  type Relation,
  type Relevance,
  RelevanceClosure,
} from './relevance.ts';
import { allRobotPoses, FEATURE_KINDS, type Feature, type RobotPose, reaches } from './robot_poses.ts';

type ReachProblem = Pick<SearchSpace, 'root' | 'can' | 'relevance' | 'trays' | 'overlooks' | 'meaningOf'> & {
  readonly roomsMatter: boolean;
};

type ReachMap = Readonly<{ poses: readonly RobotPose[]; spots: readonly Spot[] }>;

type Candidate = Spot & Readonly<{ meaning: string; isSettled: boolean; isOpen: boolean }>;

/**
 * Drops superfluous poses and spots: each plan has an equivalent of the same length without them. A better pose in the room always
 * exists and reaches all relevant things that the pose ever reaches. A better spot has the same meaning to the goal, is always
 * open, and is within reach, with its contents, from wherever the spot is.
 */
function reachMap(problem: ReachProblem): ReachMap {
  const { root, relevance } = problem;
  const poses = allRobotPoses(root, (node) => isAlwaysOpen(problem, node), relevance.movable);
  const spots = candidates(problem);
  const current = poses[0]!;
  const useful = [...root.tables.house.anchors.keys()].map((room) =>
    thin(problem, {
      poses: poses.filter((pose) => pose.room === room),
      spots: spots.filter(({ node }) => root.roomOf(node) === room),
      features: featuresOf(problem, room),
    }),
  );
  return {
    poses: [current, ...useful.flatMap((room) => room.poses.filter((pose) => pose !== current))],
    spots: useful.flatMap((room) => room.spots.map(({ node, relation }) => ({ node, relation }))),
  };
}

function isAlwaysOpen({ root, relevance }: ReachProblem, node: number): boolean {
  for (let at = node; root.parentOf(at) >= 0; at = root.parentOf(at)) {
    const parent = root.parentOf(at);
    if (relevance.movable[at] === 1) return false;
    if (!root.liesOn(at) && (root.is(parent, 'CLOSED') || relevance.close[parent] === 1)) return false;
  }
  return !root.isHeld(node) && (root.isSeen(node) || !root.hasEntered(root.roomOf(node)));
}

function candidates(problem: ReachProblem): Candidate[] {
  const { root, can, relevance, meaningOf } = problem;
  const spots: Candidate[] = [];
  if (!relevance.movable.includes(1)) return spots;
  for (let node = 0; node < root.tables.size; node++) {
    for (const relation of PLACE_RELATIONS) {
      if (can.bear[relation][node] === 0) continue;
      const closes = relation === 'IN' && (root.is(node, 'CLOSED') || relevance.close[node] === 1);
      if (closes && root.is(node, 'CLOSED') && can.open[node] === 0) continue;
      const isOpen = isAlwaysOpen(problem, node) && !closes && (relation === 'ON' || root.tables.capacity[node]! < 0);
      const spot = { node, relation };
      spots.push({ ...spot, meaning: meaningOf(spot), isSettled: isSettled(root, relevance, node), isOpen });
    }
  }
  return spots;
}

type RoomReach = Readonly<{ poses: readonly RobotPose[]; spots: readonly Candidate[]; features: readonly Feature[] }>;

function thin(problem: ReachProblem, room: RoomReach): RoomReach {
  const poses = thinPoses(problem, room);
  const spots = thinSpots(problem, { ...room, poses });
  const isStable = poses.length === room.poses.length && spots.length === room.spots.length;
  return isStable ? room : thin(problem, { ...room, poses, spots });
}

function thinPoses(problem: ReachProblem, { poses, spots, features }: RoomReach): RobotPose[] {
  const spotNodes = [...new Set(spots.map(({ node }) => node))];
  const all = [...features, ...spotNodes.flatMap((node) => kindsFor(problem).map((kind) => ({ node, kind })))];
  const rows = poses.map((pose) =>
    Uint8Array.from(all, (feature) =>
      Number(pose.targets.some((target) => reaches(problem.root, pose, { target, feature }))),
    ),
  );
  const best = dropWorse(poses, (worse, better) => {
    return poses[worse]!.node >= 0 && poses[better]!.isFixed && isWithin(rows[worse]!, rows[better]!);
  });
  const isUseful = new Map(poses.map((pose, index) => [pose, problem.roomsMatter || rows[index]!.includes(1)]));
  const useful = best.filter((pose) => pose.node < 0 || isUseful.get(pose));
  const entries = poses.filter((pose) => problem.overlooks && pose.node === pose.room);
  return [...new Set([...useful, ...entries])];
}

function thinSpots(problem: ReachProblem, { poses, spots }: RoomReach): Candidate[] {
  const stands = poses.flatMap((pose) => pose.targets.map((target) => ({ pose, target })));
  const columns = spots.map(({ node }) =>
    FEATURE_KINDS.map((kind) =>
      Uint8Array.from(stands, ({ pose, target }) =>
        Number(reaches(problem.root, pose, { target, feature: { node, kind } })),
      ),
    ),
  );
  const usable = new Set(spots.filter(({ isSettled }, index) => !isSettled || columns[index]![0]!.includes(1)));
  return dropWorse(spots, (worse, better) => {
    const [spot, other] = [spots[worse]!, spots[better]!];
    if (!spot.isSettled || !other.isOpen || spot.meaning !== other.meaning) return false;
    if (!canPutInstead(problem, spot.relation, other.relation)) return false;
    return kindsFor(problem).every((_, kind) => isWithin(columns[worse]![kind]!, columns[better]![kind]!));
  }).filter((spot) => usable.has(spot));
}

function kindsFor({ trays }: ReachProblem): readonly Feature['kind'][] {
  return trays ? FEATURE_KINDS : ['near', 'contents'];
}

function canPutInstead({ can, relevance }: ReachProblem, worse: Relation, better: Relation): boolean {
  if (can.putsAnything || worse === better) return true;
  return relevance.movable.every(
    (movable, node) => movable === 0 || can.put[worse][node] === 0 || can.put[better][node] === 1,
  );
}

function featuresOf({ root, relevance, trays }: ReachProblem, room: number): Feature[] {
  const { movable } = relevance;
  const features: Feature[] = [];
  for (let node = 0; node < root.tables.size; node++) {
    if (root.isHeld(node) || root.roomOf(node) !== room) continue;
    if (!Object.values(relevance).some((column) => column[node] === 1)) continue;
    features.push({ node, kind: 'near' });
    if (movable[node] === 1 && trays) features.push({ node, kind: 'contents' });
    const parent = root.parentOf(node);
    const mayFall = parent >= 0 && movable[parent] === 1;
    if (mayFall || (movable[node] === 1 && trays)) features.push({ node, kind: 'distance' });
  }
  return features;
}

function isWithin(smaller: Uint8Array, larger: Uint8Array): boolean {
  for (let index = 0; index < smaller.length; index++) if (smaller[index] === 1 && larger[index] === 0) return false;
  return true;
}

/** Keeps the first of equals. */
function dropWorse<T>(list: readonly T[], isNoBetter: (worse: number, better: number) => boolean): T[] {
  const isDropped = new Uint8Array(list.length);
  for (let worse = list.length - 1; worse >= 0; worse--) {
    for (let better = 0; better < list.length; better++) {
      if (better === worse || isDropped[better] === 1 || !isNoBetter(worse, better)) continue;
      isDropped[worse] = 1;
      break;
    }
  }
  return list.filter((_, index) => isDropped[index] === 0);
}

export type SearchSpace = Readonly<{
  root: HouseholdState;
  goal: readonly GroundCondition[];
  rulebook: Rulebook;
  can: Abilities;
  relevance: Relevance;
  isThinned: boolean;
  trays: boolean;
  overlooks: boolean;
  reach: ReachMap;
  /** Interchangeable nodes have the same role. */
  roles: Int32Array;
  waits: boolean;
  meaningOf: (spot: Spot) => string;
}>;

export function searchSpace(root: HouseholdState, goal: readonly GroundCondition[], rulebook: Rulebook): SearchSpace {
  const can = abilitiesOf(root, rulebook.rules);
  const atoms = polarAtoms(goal);
  const meaningOf = meanings(root, atoms);
  const common = { root, goal, rulebook, can, meaningOf, waits: kindsIn(goal).has('then') };
  if (!isThinnable(atoms)) return { ...common, ...unthinned(root, can) };
  const closure = new RelevanceClosure(root, can, atoms);
  const roomsMatter = atoms.some(({ ground }) => ground.atom === 'in_room');
  for (;;) {
    const { relevance } = closure;
    const trays = bearsAny(relevance.movable, can);
    const overlooks = hasOverlooked(root) || (trays && root.lastKnown !== null);
    if (overlooks) closure.addLooking();
    const reach = reachMap({ root, can, relevance, trays, roomsMatter, overlooks, meaningOf });
    const added = reach.spots.map(({ node, relation }) => closure.addPlace(node, relation));
    if (added.includes(true) || bearsAny(relevance.movable, can) !== trays) continue;
    const found = { relevance, trays, overlooks, reach, roles: rolesOf(root, goal, { can, among: relevance.movable }) };
    return { ...common, ...found, isThinned: true, waits: common.waits || overlooks };
  }
}

function unthinned(root: HouseholdState, can: Abilities) {
  const all = new Uint8Array(root.tables.size).fill(1);
  const { pick, open, close, switchOn, switchOff, bear } = can;
  const movable = pick.slice();
  for (const node of root.held()) movable[node] = 1;
  const spots = [...pick.keys()].flatMap((node) =>
    PLACE_RELATIONS.filter((relation) => bear[relation][node] === 1).map((relation) => ({ node, relation })),
  );
  return {
    relevance: { movable, open, close, switchOn, switchOff, near: all },
    isThinned: false,
    trays: true,
    overlooks: true,
    waits: true,
    reach: { poses: allRobotPoses(root, () => false, movable), spots },
    roles: Int32Array.from(all.keys()),
  };
}

function bearsAny(movable: Uint8Array, { bear }: Abilities): boolean {
  return movable.some((entry, node) => entry === 1 && (bear.ON[node] === 1 || bear.IN[node] === 1));
}

/** Hiding a thing or leaving its reach may need any action. */
function isThinnable(atoms: readonly PolarAtom[]): boolean {
  return !atoms.some(({ ground, isNegated }) => isNegated && (ground.atom === 'near' || ground.atom === 'visible'));
}

function hasOverlooked(state: HouseholdState): boolean {
  const { size, seeable } = state.tables;
  for (let node = 0; node < size; node++) {
    if (seeable[node] === 0 || state.isSeen(node) || !state.hasEntered(state.roomOf(node))) continue;
    if (state.isVisible(node)) return true;
  }
  return false;
}

function meanings(state: HouseholdState, atoms: readonly PolarAtom[]): (spot: Spot) => string {
  const places = new Map<string, PlaceAtom>();
  for (const { ground } of atoms) {
    if (ground.atom === 'on' || ground.atom === 'inside' || ground.atom === 'rests_on') {
      places.set(`${ground.atom} ${ground.y}`, { atom: ground.atom, y: ground.y });
    }
  }
  const latches = (['heated', 'toasted'] as const).filter((latch) => atoms.some(({ ground }) => ground.atom === latch));
  return (spot) => {
    const atomsThere = [...places.values()].map((place) => (wouldHold(state, place, spot) ? 1 : 0));
    const devices = latches.map((latch) => devicesAround(state, latch, spot).join('+'));
    return `${atomsThere.join('')};${devices.join()}`;
  };
}

function rolesOf(
  state: HouseholdState,
  goal: readonly GroundCondition[],
  { can, among }: { can: Abilities; among: Uint8Array },
): Int32Array {
  const named = new Set(polarAtoms(goal).flatMap(({ ground }) => ('y' in ground ? [ground.x, ground.y] : [ground.x])));
  const kinds = kindsIn(goal);
  const keepsMemory = kinds.has('ever') || kinds.has('then');
  const plain = goalText(goal, new Map());
  const classes = new Map<string, number[]>();
  const roles = Int32Array.from({ length: state.tables.size }, (_, node) => node);
  for (let node = 0; node < roles.length; node++) {
    if (among[node] === 0) continue;
    const isNamed = named.has(node);
    if (isNamed && keepsMemory) continue;
    const likeness = `${likenessOf(state, can, node)} ${isNamed}`;
    const leaders = classes.get(likeness) ?? [];
    const isAlike = (other: number) => goalText(goal, new Map([[node, other]]).set(other, node)) === plain;
    const leader = leaders.find((other) => !isNamed || isAlike(other));
    if (leader === undefined) classes.set(likeness, [...leaders, node]);
    else roles[node] = leader;
  }
  return roles;
}

function likenessOf({ tables }: HouseholdState, can: Abilities, node: number): string {
  const { properties, requiresClosed, heats, toasts, capacity, locked } = tables;
  const { pick, open, close, switchOn, switchOff, put, bear } = can;
  const facts = [properties, requiresClosed, heats, toasts, capacity, locked, pick, open, close, switchOn, switchOff];
  return [...facts, put.ON, put.IN, bear.ON, bear.IN].map((column) => column[node]).join();
}

function goalText(goal: readonly GroundCondition[], renamed: ReadonlyMap<number, number>): string {
  return goal.map((conjunct) => conditionText(conjunct, renamed)).join('&');
}

function conditionText(condition: GroundCondition, renamed: ReadonlyMap<number, number>): string {
  if (condition.kind === 'atom') {
    const nameOf = (node: number) => renamed.get(node) ?? node;
    const text = `${condition.atom} ${nameOf(condition.x)}`;
    if ('y' in condition) return `${text} ${nameOf(condition.y)}`;
    return 'state' in condition ? `${text} ${condition.state}` : text;
  }
  const parts = partsOf(condition).map((part) => conditionText(part, renamed));
  if (condition.kind !== 'then') parts.sort();
  return `${condition.kind}${condition.kind === 'count' ? condition.atLeast : ''}(${parts.join()})`;
}
