/**
 * Which things matter to a goal: backwards from its atoms through what the rules ask.
 *
 * An action on anything else can be left out of a plan, and the rest still works: such a thing, once picked up and put down,
 * or opened, or switched, makes nothing possible that a goal or a needed action asks for. What is left is closed under:
 *
 * - a thing that matters must be reached, so a closed container around it must be opened, or, if it can be picked up, emptied
 *   by picking it up, for then its contents fall out;
 * - a running thing must be switched off to be opened, and what runs closed only must be closed to be switched on;
 * - where room is limited, what takes it must go;
 * - where something in sight has not been seen, what makes the robot look matters: opening things, and things falling;
 * - what can be picked up and bears things (a tray) matters where things that fall are wanted, or room is limited. Otherwise
 *   whatever is put on a moved tray could be put directly where the tray lies, which holds the same of the goal.
 */
import type { GroundAtom } from '../goals/goal_atoms.ts';
import type { GroundCondition } from '../goals/ground_goal.ts';
import type { PaperRule } from '../rules/preconditions.ts';
import type { HouseholdState } from '../state/household_state.ts';

/** One entry a node; 1 for what matters. The robot must get near what is `near`, but need not act on it. */
export type Relevance = Readonly<Record<'movable' | 'open' | 'close' | 'switchOn' | 'switchOff' | 'near', Uint8Array>>;

export class RelevanceClosure {
  readonly relevance: Relevance;
  readonly #state: HouseholdState;
  readonly #can: Abilities;
  #trays = false;

  constructor(state: HouseholdState, can: Abilities, atoms: readonly PolarAtom[]) {
    this.#state = state;
    this.#can = can;
    const column = () => new Uint8Array(state.tables.size);
    this.relevance = {
      movable: column(),
      open: column(),
      close: column(),
      switchOn: column(),
      switchOff: column(),
      near: column(),
    };
    for (const node of state.held()) this.#addMovable(node);
    for (const { ground, denied } of atoms) this.#addAtom(ground, denied);
    if (!can.putsAlike) this.#addTrays();
  }

  /** All that makes the robot look, moves aside: falling things, and doors, which must close to be opened. */
  addLooking(): void {
    for (let node = 0; node < this.#state.tables.size; node++) {
      this.#addOpen(node);
      this.#addClose(node);
      if (this.#state.childrenOf(node) > 0) this.#addMovable(node);
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
      case 'state':
        if (ground.state === 'OPEN' || ground.state === 'CLOSED') {
          this.#addOpen(x);
          this.#addClose(x);
        } else {
          this.#addSwitchOn(x);
          this.#addSwitchOff(x);
        }
        break;
      case 'on':
      case 'inside':
      case 'rests_on':
        this.#addPlacing(x, ground.y, denied);
        break;
      case 'heated':
      case 'toasted':
        this.#addMovable(x);
        this.#addDevices(ground.atom);
        break;
      case 'near':
      case 'visible':
        if (ground.atom === 'near') this.relevance.near[x] = 1;
        this.#addReach(x);
        this.#addMovable(x);
        break;
      default:
        this.#addMovable(x);
    }
  }

  #addPlacing(x: number, y: number, denied: boolean): void {
    this.#addMovable(x);
    this.#addMovable(y);
    if (denied) {
      for (let at = this.#state.parentOf(x); at >= 0; at = this.#state.parentOf(at)) this.#addMovable(at);
      if (this.#can.pick[x] === 1) this.#addTrays();
    } else if (this.#state.tables.rooms[y] === 0 && this.#can.pick[x] === 1) {
      this.#addPlacesAt(y);
    }
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
    if (this.#can.bear.ON[node] === 1) this.#addPlace(node, 'ON');
    if (this.#can.bear.IN[node] === 1) this.#addPlace(node, 'IN');
  }

  #addPlace(node: number, relation: Relation): void {
    this.#addReach(node);
    if (relation === 'ON') return;
    if (this.#state.has(node, 'CAN_OPEN')) this.#addOpen(node);
    if (this.#state.tables.capacity[node]! < 0) return;
    this.#addTrays();
    for (let thing = 0; thing < this.#state.tables.size; thing++) {
      if (this.#state.parentOf(thing) === node) this.#addMovable(thing);
    }
  }

  #addDevices(latch: 'heated' | 'toasted'): void {
    const { size, heats, toasts } = this.#state.tables;
    const kind = latch === 'heated' ? heats : toasts;
    for (let device = 0; device < size; device++) {
      if (kind[device] === 0) continue;
      this.#addSwitchOn(device);
      this.#addMovable(device);
      this.#addPlacesAt(device);
    }
  }

  #addTrays(): void {
    if (this.#trays) return;
    this.#trays = true;
    const { pick, bear } = this.#can;
    for (let node = 0; node < pick.length; node++) {
      if (pick[node] === 0 || (bear.ON[node] === 0 && bear.IN[node] === 0)) continue;
      this.#addMovable(node);
      this.#addBearer(node);
    }
  }

  #addMovable(node: number): void {
    this.#begins('movable', node, this.#can.pick[node] === 1 || this.#state.isHeld(node));
  }

  #addOpen(node: number): void {
    if (this.#begins('open', node, this.#can.open[node] === 1)) this.#addSwitchOff(node);
  }

  #addClose(node: number): void {
    if (this.#begins('close', node, this.#can.close[node] === 1)) this.#addOpen(node);
  }

  #addSwitchOn(node: number): void {
    if (!this.#begins('switchOn', node, this.#can.switchOn[node] === 1)) return;
    this.#addSwitchOff(node);
    if (this.#state.requiresClosed(node)) this.#addClose(node);
  }

  #addSwitchOff(node: number): void {
    this.#begins('switchOff', node, this.#can.switchOff[node] === 1);
  }

  #begins(kind: keyof Relevance, node: number, isPossible: boolean): boolean {
    const column = this.relevance[kind];
    if (column[node] === 1 || !isPossible) return false;
    column[node] = 1;
    this.#addReach(node);
    return true;
  }

  #addReach(node: number): void {
    for (let at = node; this.#state.parentOf(at) >= 0; at = this.#state.parentOf(at)) {
      const parent = this.#state.parentOf(at);
      if (this.#state.liesOn(at) || !this.#state.has(parent, 'CAN_OPEN')) continue;
      this.#addOpen(parent);
      this.#addMovable(parent);
    }
  }
}

export type PolarAtom = {
  readonly ground: GroundAtom;
  /** Under an odd number of negations. */
  readonly denied: boolean;
};

export function polarAtoms(conditions: readonly GroundCondition[], denied = false): PolarAtom[] {
  return conditions.flatMap((condition): PolarAtom[] => {
    switch (condition.kind) {
      case 'atom':
        return [{ ground: condition, denied }];
      case 'not':
        return polarAtoms([condition.part], !denied);
      case 'ever':
        return polarAtoms([condition.part], denied);
      default:
        return polarAtoms(condition.parts, denied);
    }
  });
}

export type Relation = 'ON' | 'IN';

export type Abilities = Readonly<ReturnType<typeof abilitiesOf>>;

/** One entry a node; 1 for yes. */
export function abilitiesOf(state: HouseholdState, rules: ReadonlyMap<string, PaperRule>) {
  const { size, seeable, graspable, locked } = state.tables;
  const column = (holds: (node: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, node) => (seeable[node] === 1 && holds(node) ? 1 : 0));
  const learned = (verb: string, argument: 0 | 1 = 0) => {
    const conditions = (rules.get(verb)?.preconditions ?? []).filter(
      (each) => each.argument === argument && each.condition.name === 'in_skill_library',
    );
    return (node: number) => conditions.every(({ condition }) => condition.holds(state, node));
  };
  const [pick, open, close] = [learned('pickup'), learned('open'), learned('close')];
  const [switchOn, switchOff] = [learned('switchon'), learned('switchoff')];
  const put = { ON: column(learned('placeon')), IN: column(learned('placein')) };
  const [bearsOn, bearsIn] = [learned('placeon', 1), learned('placein', 1)];
  return {
    pick: column((node) => graspable[node] === 1 && pick(node)),
    open: column((node) => state.has(node, 'CAN_OPEN') && locked[node] === 0 && open(node)),
    close: column((node) => state.has(node, 'CAN_OPEN') && close(node)),
    switchOn: column((node) => state.has(node, 'HAS_SWITCH') && switchOn(node)),
    switchOff: column((node) => state.has(node, 'HAS_SWITCH') && switchOff(node)),
    put,
    bear: {
      ON: column((node) => state.has(node, 'SURFACES') && bearsOn(node)),
      IN: column((node) => state.has(node, 'CONTAINERS') && bearsIn(node)),
    },
    putsAlike: [...seeable.keys()].every((node) => seeable[node] === 0 || (put.ON[node] === 1 && put.IN[node] === 1)),
  };
}
