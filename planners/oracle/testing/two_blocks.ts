import type { Model, Rehearsal, RehearsedAction } from '../../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../../envs/tabletop/observation.ts';

export const DOMAIN = `(define (domain two)
  (:constants air hand table)
  (:predicates (in ?a ?b) (on ?a ?b) (under ?a ?b))
  (:action pick :parameters (?obj ?from)
    :precondition (and (in hand air) (on ?obj air) (on ?from ?obj))
    :effect (and (in hand ?obj) (not (in hand air)) (not (on ?from ?obj)) (on ?from air)))
  (:action place :parameters (?obj ?to)
    :precondition (and (in hand ?obj) (on ?to air))
    :effect (and (in hand air) (not (in hand ?obj)) (on ?to ?obj))))`;

export const ACTIONS = [
  { verb: 'pick', args: ['A', 'table'] },
  { verb: 'place', args: ['A', 'B'] },
];

/** Blocks A and B on a table; the goal is A on B. */
export class TwoBlocks implements Model {
  #done: number;
  constructor(done = 0) {
    this.#done = done;
  }
  clone = () => new TwoBlocks(this.#done);
  refusal = () => null;
  holds = () => false;
  changes = () => [];
  goal = () => ({ success: this.#done === 2, share: this.#done / 2 });
  actions = () => ACTIONS.slice(this.#done, this.#done + 1);
  key = () => String(this.#done);
  lowerBound = () => 2 - this.#done;
  observe = () => table(this.#done === 2 ? [START[3]!, ['on', 'B', 'A']] : START);
  step() {
    this.#done++;
    return null;
  }
}

/** Executes an action if `accepts` returns true. */
class Rehearsed implements Rehearsal {
  readonly #model: TwoBlocks;
  readonly #accepts: () => boolean;
  constructor(accepts: () => boolean, model = new TwoBlocks()) {
    this.#model = model;
    this.#accepts = accepts;
  }
  actions = () => this.#model.actions();
  model = () => this.#model.clone();
  key = () => this.#model.key();
  after(): RehearsedAction {
    if (!this.#accepts()) return { ok: false, reason: { precondition: 'bounded', message: '' } };
    const next = this.#model.clone();
    next.step();
    return { ok: true, next: new Rehearsed(this.#accepts, next) };
  }
}

/** Rehearses with an arm that accepts an action by its number, counted from 1. */
export function rehearsing(accepts: (number: number) => boolean) {
  let count = 0;
  return { rehearsal: () => new Rehearsed(() => accepts(++count)) };
}

export const START: readonly Fact[] = [
  ['in', 'hand', 'air'],
  ['on', 'table', 'A'],
  ['on', 'A', 'air'],
  ['on', 'table', 'B'],
  ['on', 'B', 'air'],
  ['on', 'table', 'air'],
];

export function table(facts: readonly Fact[]): TabletopObservation {
  return { world: 'tabletop', blocks: ['A', 'B'], states: [], facts };
}
