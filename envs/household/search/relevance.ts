/**
 * The things that matter to a goal, found backwards from its atoms. A tray (a movable support or container) matters only if the
 * goal needs falling things or space is limited; else a thing could as well lie where its tray lies.
 */
import { type GroundAtom, type GroundCondition, partsOf } from '../goals/ground_goal.ts';
import type { PaperRules } from '../rules/preconditions.ts';
import type { Property } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';

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
    for (const { ground, isNegated } of atoms) this.#addAtom(ground, isNegated);
    if (!can.putsAnything) this.#addTrays();
  }

  /** Falling things and opening doors make the robot look. */
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
    let size = 0;
    for (const column of Object.values(this.relevance)) for (const entry of column) size += entry;
    return size;
  }

  #addAtom(ground: GroundAtom, isNegated: boolean): void {
    const { x } = ground;
    switch (ground.atom) {
      case 'state': {
        const isDoor = ground.state === 'OPEN' || ground.state === 'CLOSED';
        this.#add(isDoor ? 'open' : 'switchOn', x);
        this.#add(isDoor ? 'close' : 'switchOff', x);
        break;
      }
      case 'on':
      case 'inside':
      case 'rests_on':
        this.#addPlacing(x, ground.y, isNegated);
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

  #addPlacing(x: number, y: number, isNegated: boolean): void {
    this.#add('movable', x);
    this.#add('movable', y);
    if (isNegated) {
      for (let at = this.#state.parentOf(x); at >= 0; at = this.#state.parentOf(at)) this.#add('movable', at);
      if (this.#can.pick[x] === 1) this.#addTrays();
    } else if (this.#state.tables.rooms[y] === 0 && this.#can.pick[x] === 1) this.#addPlacesAt(y);
  }

  #addPlacesAt(y: number): void {
    const { size } = this.#state.tables;
    for (let node = 0; node < size; node++) {
      for (let at = node; at >= 0; at = this.#state.parentOf(at)) if (at === y) this.#addBearer(node);
    }
  }

  #addBearer(node: number): void {
    for (const relation of PLACE_RELATIONS) if (this.#can.bear[relation][node] === 1) this.#addPlace(node, relation);
  }

  #addPlace(node: number, relation: Relation): void {
    this.#addReach(node);
    if (relation === 'ON') return;
    if (this.#state.has(node, 'CAN_OPEN')) this.#add('open', node);
    if (this.#state.tables.capacity[node]! < 0) return;
    this.#addTrays();
    const { size } = this.#state.tables;
    for (let thing = 0; thing < size; thing++) if (this.#state.parentOf(thing) === node) this.#add('movable', thing);
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

export type PolarAtom = Readonly<{ ground: GroundAtom; isNegated: boolean }>;

export function polarAtoms(conditions: readonly GroundCondition[], isNegated = false): PolarAtom[] {
  return conditions.flatMap((condition): PolarAtom[] => {
    if (condition.kind === 'atom') return [{ ground: condition, isNegated }];
    return polarAtoms(partsOf(condition), isNegated !== (condition.kind === 'not'));
  });
}

export const PLACE_RELATIONS = ['ON', 'IN'] as const;
export type Relation = (typeof PLACE_RELATIONS)[number];

export type Abilities = Readonly<ReturnType<typeof abilitiesOf>>;

export function abilitiesOf(state: HouseholdState, rules: PaperRules) {
  const { size, seeable, graspable, locked } = state.tables;
  const column = (holds: (node: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, node) => (seeable[node] === 1 && holds(node) ? 1 : 0));
  const nodesFor = (verb: string, argument: 0 | 1, holds: (node: number) => boolean) => {
    const conditions = (rules.get(verb)?.preconditions ?? []).filter(
      (precondition) => precondition.argument === argument && precondition.condition.name === 'in_skill_library',
    );
    return column((node) => holds(node) && conditions.every(({ condition }) => condition.holds(state, node)));
  };
  const withProperty = (property: Property) => (node: number) => state.has(node, property);
  const put = { ON: nodesFor('placeon', 0, () => true), IN: nodesFor('placein', 0, () => true) };
  return {
    pick: nodesFor('pickup', 0, (node) => graspable[node] === 1),
    open: nodesFor('open', 0, (node) => state.has(node, 'CAN_OPEN') && locked[node] === 0),
    close: nodesFor('close', 0, withProperty('CAN_OPEN')),
    switchOn: nodesFor('switchon', 0, withProperty('HAS_SWITCH')),
    switchOff: nodesFor('switchoff', 0, withProperty('HAS_SWITCH')),
    put,
    bear: {
      ON: nodesFor('placeon', 1, withProperty('SURFACES')),
      IN: nodesFor('placein', 1, withProperty('CONTAINERS')),
    },
    putsAnything: [...seeable.keys()].every(
      (node) => seeable[node] === 0 || (put.ON[node] === 1 && put.IN[node] === 1),
    ),
  };
}
