/**
 * The state of a planning problem, and what an action makes of it.
 *
 * @module
 */
import type { Action, GoalStatus, Model, Refusal } from '../env.ts';
import { GoalError } from '../goal_error.ts';
import type { PddlObservation } from './observation.ts';

type Schema = PddlObservation['actions'][string];

export class PddlModel implements Model {
  readonly #start: PddlObservation;
  readonly #facts: Set<string>;

  /** `start` is what is seen at the start; `facts` hold now. */
  constructor(start: PddlObservation, facts: Iterable<string> = start.facts) {
    this.#start = start;
    this.#facts = new Set(facts);
  }

  clone(): PddlModel {
    return new PddlModel(this.#start, this.#facts);
  }

  refusal({ verb, args }: Action): Refusal | null {
    const schema = this.#schema(verb);
    if (schema === undefined) return refused('unknown_verb', `There is no action ${cut(verb)}`);
    const arity = schema.parameters.length;
    if (args.length !== arity) return refused('wrong_arity', `${verb} takes ${arity} objects, found ${args.length}`);
    const unknown = args.find((name) => !this.#start.objects.includes(name));
    if (unknown !== undefined) return refused('unknown_object', `There is no object ${cut(unknown)}`);
    const unmet = ground(schema.needs, schema, args).find((fact) => !this.#facts.has(fact));
    return unmet === undefined ? null : refused('fact_holds', `${[verb, ...args].join(' ')} needs ${unmet}`);
  }

  step(action: Action): Refusal | null {
    const refusal = this.refusal(action);
    if (refusal !== null) return refusal;
    const schema = this.#schema(action.verb)!;
    for (const fact of ground(schema.deletes, schema, action.args)) this.#facts.delete(fact);
    for (const fact of ground(schema.adds, schema, action.args)) this.#facts.add(fact);
    return null;
  }

  goal(): GoalStatus {
    const { goal } = this.#start;
    const share = goal.filter((fact) => this.#facts.has(fact)).length / goal.length;
    return { success: share === 1, share };
  }

  holds(condition: unknown): boolean {
    if (typeof condition !== 'string') throw new GoalError('expected a fact, such as "on a b"');
    return this.#facts.has(condition);
  }

  changes() {
    const made = this.#facts.difference(new Set(this.#start.facts));
    return [...made].sort().map((fact) => ({ object: fact.split(' ')[1] ?? fact, condition: fact }));
  }

  observe(): PddlObservation {
    return { ...this.#start, facts: [...this.#facts].sort() };
  }

  #schema(verb: string): Schema | undefined {
    return Object.hasOwn(this.#start.actions, verb) ? this.#start.actions[verb] : undefined;
  }
}

/** Facts of a schema, objects in the place of its parameters. */
function ground(facts: readonly string[], { parameters }: Schema, args: readonly string[]): string[] {
  const termIn = (term: string) => (term.startsWith('?') ? args[parameters.indexOf(term)] : term);
  return facts.map((fact) => fact.split(' ').map(termIn).join(' '));
}

function refused(precondition: string, message: string): Refusal {
  return { precondition, message };
}

function cut(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
