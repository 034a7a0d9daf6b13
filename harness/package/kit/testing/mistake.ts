import type { Action } from '../../../../envs/env.ts';
import type { HouseholdObservation, Placed } from '../../../../envs/household/observation.ts';
import { ReferenceTracker } from './reference_tracker.ts';

export type Mistake = Readonly<{
  takesIn?: (seen: HouseholdObservation) => HouseholdObservation;
  trusts?: (action: Action, ok: boolean) => boolean;
  /** Verb → effect after a success; `put` stands for both verbs of placing. */
  on?: Readonly<Record<string, (name: string, place: string) => unknown>>;
  afterAction?: (action: Action, ok: boolean) => unknown;
  afterSight?: (before: Knowledge) => unknown;
  isHidden?: (name: string, isRight: boolean) => boolean;
  treats?: (device: string) => void;
  says?: (name: string, right: readonly string[]) => readonly string[];
}>;

type Knowledge = Readonly<{ places: ReadonlyMap<string, Placed>; held: readonly string[]; room: string }>;

type MistakeOf = (tracker: ReferenceTracker) => Mistake;

/** What a tracker does wrong → how. */
export type Mistakes = Readonly<Record<string, MistakeOf>>;

export class MistakenTracker extends ReferenceTracker {
  readonly #mistake: Mistake;

  constructor(mistakeOf: MistakeOf) {
    super();
    this.#mistake = mistakeOf(this);
  }

  override observe(seen: HouseholdObservation): void {
    const before = { places: new Map(this.places), held: this.held, room: this.room };
    super.observe(this.#mistake.takesIn?.(seen) ?? seen);
    this.#mistake.afterSight?.(before);
  }

  override acted(action: Action, ok: boolean): void {
    super.acted(action, this.#mistake.trusts?.(action, ok) ?? ok);
    const { on = {}, afterAction } = this.#mistake;
    const verbs = ok ? [action.verb, ...(action.verb.startsWith('place') ? ['put'] : [])] : [];
    for (const verb of verbs) on[verb]?.(action.args[0] ?? '', action.args[1] ?? '');
    afterAction?.(action, ok);
  }

  override isHidden(name: string): boolean {
    const isRight = super.isHidden(name);
    return this.#mistake.isHidden?.(name, isRight) ?? isRight;
  }

  override treat(device: string): void {
    if (this.#mistake.treats === undefined) super.treat(device);
    else this.#mistake.treats(device);
  }

  override attributesOf(name: string): readonly string[] {
    const right = super.attributesOf(name);
    return this.#mistake.says?.(name, right) ?? right;
  }
}

export function thingsAt(t: ReferenceTracker, place: string): Placed[] {
  return [...t.places.values()].filter((each) => each.place === place);
}

export function leaving(t: ReferenceTracker, act: (held: readonly string[]) => unknown): Mistake {
  return { afterSight: ({ room, held }) => room !== '' && room !== t.room && act(held) };
}

export function secondLook(act: () => unknown): Mistake {
  let looks = -1;
  const afterAction = () => {
    looks = -1;
  };
  return { afterAction, afterSight: () => looks++ >= 0 && act() };
}

export function tenStepsAfter(verb: string, act: (name: string) => unknown): Mistake {
  const steps = new Map<string, number>();
  return {
    afterAction: (action, ok) => {
      const [name = ''] = action.args;
      if (ok) steps.delete(name);
      for (const [each, count] of steps) {
        steps.set(each, count + 1);
        if (count === 9) act(each);
      }
      if (ok && action.verb === verb) steps.set(name, 0);
    },
  };
}

export function holdsToo(t: ReferenceTracker, isTaken: (action: Action, ok: boolean) => boolean): Mistake {
  const taken = new Set<string>();
  return {
    afterAction: (action, ok) => {
      const [name = ''] = action.args;
      if (isTaken(action, ok)) taken.add(name);
      else if (ok) taken.delete(name);
    },
    says: (name, right) => (taken.has(name) && !t.held.includes(name) ? ['in_hand'] : right),
  };
}

export function keepsPlaceOfHeld(t: ReferenceTracker, relation: Placed['relation']): Mistake {
  return {
    afterSight: ({ places }) => {
      for (const name of t.held) {
        const placed = places.get(name);
        if (placed?.relation === relation && !t.rooms.includes(placed.place)) t.places.set(name, placed);
      }
    },
  };
}

export function relocate(t: ReferenceTracker, placed: Placed): void {
  for (let at: string | undefined = placed.place; at !== undefined; at = t.places.get(at)?.place)
    if (at === placed.name) return;
  t.places.set(placed.name, placed);
}

export function hiddenIn(t: ReferenceTracker): string[] {
  return [...t.places.keys()].filter((name) => t.isHidden(name));
}

export function forget(t: ReferenceTracker, names: Iterable<string>): void {
  for (const name of names) t.places.delete(name);
}

export function setAll(states: Map<string, string>, state: string): void {
  for (const name of states.keys()) states.set(name, state);
}

export function setOthers(states: Map<string, string>, name: string, state: string): void {
  for (const other of states.keys()) if (other !== name) states.set(other, state);
}

export function setKin(states: Map<string, string>, name: string, state: string): void {
  for (const other of states.keys()) if (isKin(other, name)) states.set(other, state);
}

export function keepLast(known: Map<string, string>, count: number): void {
  for (const name of [...known.keys()].slice(0, -count)) known.delete(name);
}

export function addAll(names: Set<string>, more: Iterable<string>): void {
  for (const name of more) names.add(name);
}

export function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])];
}

export function classOf(name: string): string {
  return name.replace(/\d+$/, '');
}

export function isKin(name: string, other: string): boolean {
  return name !== other && classOf(name) === classOf(other);
}
