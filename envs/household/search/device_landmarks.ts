/** Action landmarks: every plan contains `open 12`; `open 12+13` means either, `open again 12` a second one. */
import type { HouseholdState } from '../state/household_state.ts';
import type { ObjectRequirement, Spot } from './goal_requirements.ts';
import type { PoseSets } from './pose_sets.ts';
import type { SearchSpace } from './search_space.ts';

export type ActionLandmarks = Readonly<{ actions: Set<string>; visits: bigint[] }>;

type DeviceRun = Readonly<{ devices: readonly number[]; inside: readonly number[]; leaves: boolean }>;

/** One of `devices` must run for this thing alone; `idle` of them are off. */
export type ExclusiveRun = Readonly<{ devices: readonly number[]; idle: number }>;

const ABILITIES = { OPEN: 'open', CLOSED: 'close', ON: 'switchOn', OFF: 'switchOff' } as const;

/** Each `add…` method returns false if no plan exists. */
export class DeviceLandmarks {
  readonly #space: SearchSpace;
  readonly #sets: PoseSets;

  constructor(space: SearchSpace, sets: PoseSets) {
    this.#space = space;
    this.#sets = sets;
  }

  addAccess(state: HouseholdState, node: number, found: ActionLandmarks): boolean {
    return this.closedAround(state, node).every((door) => this.#open(state, door, found));
  }

  addEntry(state: HouseholdState, spots: readonly Spot[], found: ActionLandmarks): boolean {
    const { can, relevance } = this.#space;
    const closed = spots.map(({ node, relation }) => [
      ...(relation === 'IN' && state.is(node, 'CLOSED') ? [node] : []),
      ...this.closedAround(state, node),
    ]);
    if (closed.some((doors) => doors.length === 0)) return true;
    if (closed.length === 1) return (closed[0] ?? []).every((door) => this.#open(state, door, found));
    const outer = [...new Set(closed.map((doors) => doors.at(-1) as number))].sort((a, b) => a - b);
    if (outer.some((door) => relevance.movable[door] === 1)) return true;
    const openable = outer.filter((door) => can.open[door] === 1);
    if (openable.length === 0) return false;
    this.#add('open', openable, found);
    return true;
  }

  closedAround(state: HouseholdState, node: number): number[] {
    const doors: number[] = [];
    for (let at = node; state.parentOf(at) >= 0; at = state.parentOf(at)) {
      const parent = state.parentOf(at);
      if (!state.liesOn(at) && state.is(parent, 'CLOSED')) doors.push(parent);
    }
    return doors;
  }

  addStateChange(
    state: HouseholdState,
    node: number,
    { become }: ObjectRequirement & { kind: 'state' },
    found: ActionLandmarks,
  ): boolean {
    const ability = ABILITIES[become];
    if (this.#space.can[ability][node] === 0) return false;
    this.#add(ability.toLowerCase(), [node], found);
    if (become === 'OPEN' && state.is(node, 'ON')) this.#add('switchoff', [node], found);
    if (become === 'ON' && state.requiresClosed(node) && !state.is(node, 'CLOSED')) this.#add('close', [node], found);
    return this.addAccess(state, node, found);
  }

  addRun(state: HouseholdState, { devices, inside, leaves }: DeviceRun, found: ActionLandmarks): boolean {
    const { can, relevance } = this.#space;
    const usable = devices.filter((device) => can.switchOn[device] === 1);
    const [device] = usable;
    if (device === undefined) return false;
    if (usable.length > 1) {
      this.#add('switchon', usable, found);
      return true;
    }
    if (state.is(device, 'ON')) this.#add('switchoff', [device], found);
    if (relevance.movable[device] === 1) {
      this.#add('switchon', [device], found);
      return true;
    }
    if (inside.length === 0 && state.is(device, 'CLOSED') && !this.#open(state, device, found)) return false;
    this.#add('switchon', [device], found);
    if (!state.requiresClosed(device)) return true;
    const mustClose = inside.length === 0 || !state.is(device, 'CLOSED');
    if (mustClose) this.#add('close', [device], found);
    if (!leaves) return true;
    this.#add(mustClose ? 'open again' : 'open', [device], found);
    this.#add('switchoff again', [device], found);
    return true;
  }

  /** Null if devices can treat several things at once, or none. */
  exclusiveRun(state: HouseholdState, devices: readonly number[]): ExclusiveRun | null {
    const { can, root } = this.#space;
    const usable = devices.filter((device) => can.switchOn[device] === 1);
    const treatsOneThing = (device: number) =>
      state.tables.capacity[device] === 1 && root.childrenOf(device) <= 1 && !state.requiresClosed(device);
    if (usable.length === 0 || !usable.every(treatsOneThing)) return null;
    return { devices: usable, idle: usable.filter((device) => !state.is(device, 'ON')).length };
  }

  #open(state: HouseholdState, door: number, found: ActionLandmarks): boolean {
    const { can, relevance } = this.#space;
    if (relevance.movable[door] === 1) return true;
    if (can.open[door] === 0) return false;
    this.#add('open', [door], found);
    if (state.is(door, 'ON')) this.#add('switchoff', [door], found);
    return true;
  }

  #add(verb: string, nodes: readonly number[], found: ActionLandmarks): void {
    found.actions.add(`${verb} ${nodes.join('+')}`);
    if (nodes.some((node) => this.#space.relevance.movable[node] === 1)) return;
    found.visits.push(nodes.reduce((set, node) => set | this.#sets.near(node), 0n));
  }
}

export function countActionLandmarks(texts: Iterable<string>, turns: readonly ExclusiveRun[] = []): number {
  const landmarks = [...texts].map((text) => {
    const space = text.lastIndexOf(' ');
    return { verb: text.slice(0, space), nodes: text.slice(space + 1).split('+') };
  });
  const [turn] = turns;
  if (turn === undefined) return countDistinct(landmarks);
  const devices = new Set(turn.devices.map(String));
  const switching = (name: string) =>
    landmarks.filter(({ verb, nodes }) => verb === name && nodes.some((node) => devices.has(node)));
  const [on, off] = [switching('switchon'), switching('switchoff')];
  const others = landmarks.filter((landmark) => !on.includes(landmark) && !off.includes(landmark));
  // Each device that is off can run once before the robot must switch it off.
  const switchings = Math.max(turns.length, countDistinct(on)) + Math.max(turns.length - turn.idle, countDistinct(off));
  return countDistinct(others) + switchings;
}

type ActionLandmark = Readonly<{ verb: string; nodes: readonly string[] }>;

function countDistinct(landmarks: readonly ActionLandmark[]): number {
  const taken = new Set<string>();
  let count = 0;
  for (const { verb, nodes } of landmarks.toSorted((a, b) => a.nodes.length - b.nodes.length)) {
    const names = nodes.map((node) => `${verb} ${node}`);
    if (names.some((name) => taken.has(name))) continue;
    for (const name of names) taken.add(name);
    count++;
  }
  return count;
}
