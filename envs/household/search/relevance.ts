/**
 * The things that matter to a goal, backwards from its atoms; a plan works as well without its actions on others.
 *
 * - Reaching a thing may need opening a closed container around it, or picking that up, since its contents then fall out.
 * - Opening a running thing needs switching it off; some things must be closed to be switched on.
 * - While the robot overlooks something in sight, openings and falling things matter: they make the robot look.
 * - A tray (a movable bearer) matters where falling things are wanted, or space is limited: its contents must go. Otherwise a
 *   thing could lie where its tray lies, which is the same to the goal.
 */
import type { GroundAtom } from '../goals/goal_atoms.ts';
import { type GroundCondition, partsOf } from '../goals/ground_goal.ts';
import type { PaperRule } from '../rules/preconditions.ts';
import type { Property } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';

/** The robot must get near a `near` thing, but need not act on it. */
export type Relevance = Readonly<Record<'movable' | 'open' | 'close' | 'switchOn' | 'switchOff' | 'near', Uint8Array>>;

const CONSEQUENCES = {
  movable: [],
  open: ['switchOff'],
  close: ['open'],
  switchOn: ['switchOff'],
  switchOff: [],
} as const;

export class RelevanceClosure {
  readonly relevance: Relevance;
  readonly #state: HouseholdState;
  readonly #can: Abilities;
  #trays = false;

  constructor(state: HouseholdState, can: Abilities, atoms: readonly PolarAtom[]) {
    this.#state = state;
    this.#can = can;
    const kinds = ['movable', 'open', 'close', 'switchOn', 'switchOff', 'near'] as const;
    this.relevance = Object.fromEntries(kinds.map((kind) => [kind, new Uint8Array(state.tables.size)])) as Relevance;
    for (const node of state.held()) this.#add('movable', node);
    for (const { ground, denied } of atoms) this.#addAtom(ground, denied);
    if (!can.putsAlike) this.#addTrays();
  }

  /** Falling things and opening doors, which must close before, make the robot look. */
  addLooking(): void {
    for (let node = 0; node < this.#state.tables.size; node++) {
      this.#add('open', node);
      this.#add('close', node);
      if (this.#state.childrenOf(node) > 0) this.#add('movable', node);
    }
  }

  addPlace(node: number, relation: Relation): boolean {
    const before = this.#size();
    this.#addPlace(node, relation);
    return this.#size() !== before;
  }

  #size(): number {
    return Object.values(this.relevance).reduce(
      (sum, column) => column.reduce((count, entry) => count + entry, sum),
      0,
    );
  }

  #addAtom(ground: GroundAtom, denied: boolean): void {
    const { x } = ground;
    switch (ground.atom) {
      case 'state': {
        const isDoor = ground.state === 'OPEN' || ground.state === 'CLOSED';
        for (const kind of isDoor ? (['open', 'close'] as const) : (['switchOn', 'switchOff'] as const))
          this.#add(kind, x);
        break;
      }
      case 'on':
      case 'inside':
      case 'rests_on':
        this.#addPlacing(x, ground.y, denied);
        break;
      case 'heated':
      case 'toasted':
        this.#add('movable', x);
        this.#addDevices(ground.atom);
        break;
      case 'near':
      case 'visible':
        if (ground.atom === 'near') this.relevance.near[x] = 1;
        this.#addReach(x);
        this.#add('movable', x);
        break;
      default:
        this.#add('movable', x);
    }
  }

  #addPlacing(x: number, y: number, denied: boolean): void {
    this.#add('movable', x);
    this.#add('movable', y);
    if (denied) {
      for (let at = this.#state.parentOf(x); at >= 0; at = this.#state.parentOf(at)) this.#add('movable', at);
      if (this.#can.pick[x] === 1) this.#addTrays();
    } else if (this.#state.tables.rooms[y] === 0 && this.#can.pick[x] === 1) this.#addPlacesAt(y);
  }

  #addPlacesAt(y: number): void {
    const { size } = this.#state.tables;
    for (let node = 0; node < size; node++) {
      for (let at = node; at >= 0; at = this.#state.parentOf(at)) {
        if (at === y) this.#addBearer(node);
      }
    }
  }

  #addBearer(node: number): void {
    for (const relation of ['ON', 'IN'] as const)
      if (this.#can.bear[relation][node] === 1) this.#addPlace(node, relation);
  }

  #addPlace(node: number, relation: Relation): void {
    this.#addReach(node);
    if (relation === 'ON') return;
    if (this.#state.has(node, 'CAN_OPEN')) this.#add('open', node);
    if (this.#state.tables.capacity[node]! < 0) return;
    this.#addTrays();
    for (let thing = 0; thing < this.#state.tables.size; thing++) {
      if (this.#state.parentOf(thing) === node) this.#add('movable', thing);
    }
  }

  #addDevices(latch: 'heated' | 'toasted'): void {
    const { size, heats, toasts } = this.#state.tables;
    const kind = latch === 'heated' ? heats : toasts;
    for (let device = 0; device < size; device++) {
      if (kind[device] === 0) continue;
      this.#add('switchOn', device);
      this.#add('movable', device);
      this.#addPlacesAt(device);
    }
  }

  #addTrays(): void {
    if (this.#trays) return;
    this.#trays = true;
    const { pick, bear } = this.#can;
    for (let node = 0; node < pick.length; node++) {
      if (pick[node] === 0 || (bear.ON[node] === 0 && bear.IN[node] === 0)) continue;
      this.#add('movable', node);
      this.#addBearer(node);
    }
  }

  #add(kind: keyof typeof CONSEQUENCES, node: number): void {
    const column = this.relevance[kind];
    const can =
      kind === 'movable' ? this.#can.pick[node] === 1 || this.#state.isHeld(node) : this.#can[kind][node] === 1;
    if (column[node] === 1 || !can) return;
    column[node] = 1;
    this.#addReach(node);
    for (const next of CONSEQUENCES[kind]) this.#add(next, node);
    if (kind === 'switchOn' && this.#state.requiresClosed(node)) this.#add('close', node);
  }

  #addReach(node: number): void {
    for (let at = node; this.#state.parentOf(at) >= 0; at = this.#state.parentOf(at)) {
      const parent = this.#state.parentOf(at);
      if (this.#state.liesOn(at) || !this.#state.has(parent, 'CAN_OPEN')) continue;
      this.#add('open', parent);
      this.#add('movable', parent);
    }
  }
}

export function isSettled(state: HouseholdState, { movable }: Relevance, node: number): boolean {
  for (let at = node; at >= 0; at = state.parentOf(at)) if (movable[at] === 1) return false;
  return true;
}

/** `denied` means an odd number of negations. */
export type PolarAtom = Readonly<{ ground: GroundAtom; denied: boolean }>;

export function polarAtoms(conditions: readonly GroundCondition[], denied = false): PolarAtom[] {
  return conditions.flatMap((condition): PolarAtom[] => {
    if (condition.kind === 'atom') return [{ ground: condition, denied }];
    return polarAtoms(partsOf(condition), denied !== (condition.kind === 'not'));
  });
}

export type Relation = 'ON' | 'IN';

export type Abilities = Readonly<ReturnType<typeof abilitiesOf>>;

export function abilitiesOf(state: HouseholdState, rules: ReadonlyMap<string, PaperRule>) {
  const { size, seeable, graspable, locked } = state.tables;
  const column = (holds: (node: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, node) => (seeable[node] === 1 && holds(node) ? 1 : 0));
  const learned = (verb: string, argument: 0 | 1, holds: (node: number) => boolean) => {
    const conditions = (rules.get(verb)?.preconditions ?? []).filter(
      (each) => each.argument === argument && each.condition.name === 'in_skill_library',
    );
    return column((node) => holds(node) && conditions.every(({ condition }) => condition.holds(state, node)));
  };
  const having = (property: Property) => (node: number) => state.has(node, property);
  const put = { ON: learned('placeon', 0, () => true), IN: learned('placein', 0, () => true) };
  return {
    pick: learned('pickup', 0, (node) => graspable[node] === 1),
    open: learned('open', 0, (node) => state.has(node, 'CAN_OPEN') && locked[node] === 0),
    close: learned('close', 0, having('CAN_OPEN')),
    switchOn: learned('switchon', 0, having('HAS_SWITCH')),
    switchOff: learned('switchoff', 0, having('HAS_SWITCH')),
    put,
    bear: { ON: learned('placeon', 1, having('SURFACES')), IN: learned('placein', 1, having('CONTAINERS')) },
    putsAlike: [...seeable.keys()].every((node) => seeable[node] === 0 || (put.ON[node] === 1 && put.IN[node] === 1)),
  };
}
