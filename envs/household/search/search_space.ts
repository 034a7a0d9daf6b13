/**
 * What a search for a plan needs to know of a house, a goal, and the state from which it starts.
 *
 * Holds for that state and all that are reached from it by actions that are worthwhile (`worthwhile_actions.ts`). Where the
 * reasoning of `relevance.ts` and `reach_map.ts` does not apply, nothing is left out.
 */
import { type GroundCondition, kindsIn } from '../goals/ground_goal.ts';
import type { Rulebook } from '../rules/rules.ts';
import type { HouseholdState } from '../state/household_state.ts';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { interchangeable } from './interchangeable.ts';
import { devicesAround, type PlaceAtom, type Spot, wouldHold } from './place_truth.ts';
import { type PolarAtom, polarAtoms } from './polar_atoms.ts';
import { type ReachMap, reachMap } from './reach_map.ts';
import { type Relevance, RelevanceClosure } from './relevance.ts';
import { allRobotPoses } from './robot_poses.ts';

export type SearchSpace = {
  /** The state from which the search starts; not to be changed. */
  readonly root: HouseholdState;
  readonly goal: readonly GroundCondition[];
  readonly rulebook: Rulebook;
  readonly can: Abilities;
  readonly relevance: Relevance;
  /** Whether anything is left out. */
  readonly isThinned: boolean;
  /** Whether things may come to lie on what can be moved. */
  readonly trays: boolean;
  /** Whether there is, or may come to be, something in sight that has not been seen. */
  readonly overlooks: boolean;
  readonly reach: ReachMap;
  /** One entry a node: the same for things that may stand for each other. */
  readonly roles: Int32Array;
  /** Whether doing nothing may help. */
  readonly waits: boolean;
  /** What the goal says of a thing at a spot, as text. */
  readonly meaningOf: (spot: Spot) => string;
};

export function searchSpace(root: HouseholdState, goal: readonly GroundCondition[], rulebook: Rulebook): SearchSpace {
  const can = abilitiesOf(root, rulebook.rules);
  const atoms = polarAtoms(goal);
  const meaningOf = meanings(root, atoms);
  const common = { root, goal, rulebook, can, meaningOf, waits: kindsIn(goal).has('then') };
  if (!isThinnable(atoms)) return { ...common, ...everything(root, can) };
  const closure = new RelevanceClosure(root, can, atoms);
  const rooms = atoms.some(({ ground }) => ground.atom === 'in_room');
  for (;;) {
    const trays = bearsAny(closure.movable, can);
    const overlooks = hasOverlooked(root) || (trays && root.lastKnown !== null);
    if (overlooks) closure.addLooking();
    const reach = reachMap({ state: root, can, relevance: closure, trays, rooms, overlooks, meaningOf });
    const added = reach.spots.map(({ node, relation }) => closure.addPlace(node, relation));
    if (added.includes(true) || bearsAny(closure.movable, can) !== trays) continue;
    const roles = interchangeable(root, goal, { can, among: closure.movable });
    const waits = common.waits || overlooks;
    return { ...common, relevance: closure, isThinned: true, trays, overlooks, waits, reach, roles };
  }
}

/** A space in which nothing is left out. */
function everything(root: HouseholdState, can: Abilities) {
  const all = new Uint8Array(root.tables.size).fill(1);
  const { pick, open, close, switchOn, switchOff, bear } = can;
  const movable = pick.slice();
  for (const node of root.held()) movable[node] = 1;
  const spots = [...pick.keys()].flatMap((node) =>
    (['ON', 'IN'] as const).filter((relation) => bear[relation][node] === 1).map((relation) => ({ node, relation })),
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

/** Whether the goal wants nothing hidden or out of reach, which is where more can be worse. */
function isThinnable(atoms: readonly PolarAtom[]): boolean {
  return !atoms.some(({ ground, denied }) => denied && (ground.atom === 'near' || ground.atom === 'visible'));
}

/** Whether something is in sight in a room that has been entered, and has not been seen. */
function hasOverlooked(state: HouseholdState): boolean {
  const { size, seeable } = state.tables;
  for (let node = 0; node < size; node++) {
    if (seeable[node] === 0 || state.isSeen(node) || !state.hasEntered(state.roomOf(node))) continue;
    if (state.isVisible(node)) return true;
  }
  return false;
}

/** What a goal's atoms say of things at a spot, and which devices that matter would heat or toast them. */
function meanings(state: HouseholdState, atoms: readonly PolarAtom[]): (spot: Spot) => string {
  const places = new Map<string, PlaceAtom>();
  for (const { ground } of atoms) {
    if (ground.atom === 'on' || ground.atom === 'inside' || ground.atom === 'rests_on') {
      places.set(`${ground.atom} ${ground.y}`, { atom: ground.atom, y: ground.y });
    }
  }
  const latches = (['heated', 'toasted'] as const).filter((latch) => atoms.some(({ ground }) => ground.atom === latch));
  return (spot) => {
    const said = [...places.values()].map((place) => (wouldHold(state, place, spot) ? 1 : 0));
    const devices = latches.map((latch) => devicesAround(state, latch, spot).join('+'));
    return `${said.join('')};${devices.join()}`;
  };
}
