/**
 * The state of a planning problem, and what an action makes of it: STRIPS.
 *
 * @module
 */
import type { Action, GoalStatus, Model, Refusal } from '../env.ts';
import { GoalError } from '../goal_error.ts';
import type { PddlObservation } from './observation.ts';
import type { GroundProblem, Schema } from './read_scene.ts';

export class PddlModel implements Model {
  readonly #problem: GroundProblem;
  readonly #facts: Set<string>;

  constructor(problem: GroundProblem, facts: Iterable<string> = problem.facts) {
    this.#problem = problem;
    this.#facts = new Set(facts);
  }

  clone(): PddlModel {
    return new PddlModel(this.#problem, this.#facts);
  }

  refusal({ verb, args }: Action): Refusal | null {
    const schema = this.#schema(verb);
    if (schema === undefined) return refused('unknown_verb', `There is no action ${cut(verb)}`);
    if (args.length !== schema.parameters.length) {
      return refused('wrong_arity', `${verb} takes ${schema.parameters.length} objects, found ${args.length}`);
    }
    const unknown = args.find((name) => !this.#problem.objects.includes(name));
    if (unknown !== undefined) return refused('unknown_object', `There is no object ${cut(unknown)}`);
    const unmet = ground(schema.needs, schema, args).find((fact) => !this.#facts.has(fact));
    return unmet === undefined ? null : refused('fact_holds', `${verb} ${args.join(' ')} needs ${unmet}`);
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
    const { goal } = this.#problem;
    const share = goal.filter((fact) => this.#facts.has(fact)).length / goal.length;
    return { success: share === 1, share };
  }

  holds(condition: unknown): boolean {
    if (typeof condition !== 'string') throw new GoalError('expected a fact, such as "on a b"');
    return this.#facts.has(condition);
  }

  changes() {
    const before = new Set(this.#problem.facts);
    const made = [...this.#facts].filter((fact) => !before.has(fact)).sort();
    return made.map((fact) => ({ object: fact.split(' ')[1] ?? fact, condition: fact }));
  }

  observe(): PddlObservation {
    const { domain, schemas, words, objects, goal } = this.#problem;
    const actions = Object.fromEntries(
      Object.entries(schemas).map(([name, { parameters }]) => [name, parameters.length]),
    );
    return {
      world: 'pddl',
      domain,
      actions,
      words,
      objects: [...objects],
      facts: [...this.#facts].sort(),
      goal: [...goal],
    };
  }

  #schema(verb: string): Schema | undefined {
    const { schemas } = this.#problem;
    return Object.hasOwn(schemas, verb) ? schemas[verb] : undefined;
  }
}

/** Facts of a schema, objects in the place of its parameters. */
function ground(facts: readonly string[], { parameters }: Schema, args: readonly string[]): string[] {
  return facts.map((fact) => {
    const terms = fact.split(' ').map((term) => (term.startsWith('?') ? args[parameters.indexOf(term)] : term));
    return terms.join(' ');
  });
}

function refused(precondition: string, message: string): Refusal {
  return { precondition, message };
}

function cut(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
