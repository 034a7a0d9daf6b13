/**
 * A plan in whatever world: by the world's own search, or in PDDL where it is a planning problem.
 *
 * @module
 */
import type { Model, Observation } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { planProblem } from '../pddl/plan/plan_problem.ts';
import { type FindPlanOptions, type FoundPlan, findPlan } from './find_plan.ts';
import { isSearchable } from './searchable.ts';

/** Null where the world cannot be searched. */
export function findPlanIn(model: Model, options: FindPlanOptions): FoundPlan | null {
  const seen = model.observe?.();
  if (seen !== undefined && isProblem(seen)) return planned(seen, options);
  return isSearchable(model) ? findPlan(model, options) : null;
}

function isProblem(observation: Observation): observation is PddlObservation {
  return observation.world === 'pddl';
}

/** With A* and LM-cut: a shortest plan, or none within the expansions. */
function planned(seen: PddlObservation, { expansionsMax }: FindPlanOptions): FoundPlan {
  const document = planProblem(domainText(seen), problemText(seen), { limits: { expansionsMax } });
  const { status, plan, cost, expanded } = document;
  const actions = plan?.map((step) => {
    const [verb = '', ...args] = step.slice(1, -1).split(' ');
    return { verb, args };
  });
  const lowerBound = status === 'unsolvable' ? Number.POSITIVE_INFINITY : (cost ?? 0);
  return { plan: actions ?? null, optimal: status !== 'limit', lowerBound, expanded: expanded ?? 0 };
}

function domainText({ actions, facts, goal }: PddlObservation): string {
  const effects = Object.values(actions).flatMap(({ needs, adds, deletes }) => [...needs, ...adds, ...deletes]);
  const predicates = new Map(
    [...effects, ...facts, ...goal].map((fact) => {
      const [predicate = '', ...args] = fact.split(' ');
      return [predicate, `(${[predicate, ...args.map((_, at) => `?x${at}`)].join(' ')})`];
    }),
  );
  const written = Object.entries(actions).map(
    ([name, { parameters, needs, adds, deletes }]) =>
      `(:action ${name} :parameters (${parameters.join(' ')}) :precondition (and ${list(needs)}) :effect (and ${list(adds)} ${deletes.map((fact) => `(not (${fact}))`).join(' ')}))`,
  );
  return `(define (domain seen) (:predicates ${[...predicates.values()].join(' ')}) ${written.join(' ')})`;
}

function problemText({ objects, facts, goal }: PddlObservation): string {
  return `(define (problem now) (:domain seen) (:objects ${objects.join(' ')}) (:init ${list(facts)}) (:goal (and ${list(goal)})))`;
}

function list(facts: readonly string[]): string {
  return facts.map((fact) => `(${fact})`).join(' ');
}
