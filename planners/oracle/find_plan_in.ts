import type { Model } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { planProblem } from '../pddl/plan/plan_problem.ts';
import { planActions } from '../tabletop_problem.ts';
import { type FindPlanOptions, type FoundPlan, findPlan } from './find_plan.ts';
import { isSearchable } from './searchable.ts';

export function findPlanIn(model: Model, options: FindPlanOptions): FoundPlan | null {
  const observation = model.observe?.();
  if (observation?.world === 'pddl') return planPddl(observation as PddlObservation, options);
  return isSearchable(model) ? findPlan(model, options) : null;
}

function planPddl({ actions, objects, facts, goal }: PddlObservation, { expansionsMax }: FindPlanOptions): FoundPlan {
  const list = (all: readonly string[]) => all.map((fact) => `(${fact})`).join(' ');
  const named: string[] = [];
  const actionTexts = Object.entries(actions).map(([name, { parameters, needs, adds, deletes }]) => {
    named.push(...needs, ...adds, ...deletes);
    const effects = list([...adds, ...deletes.map((fact) => `not (${fact})`)]);
    return `(:action ${name} :parameters (${parameters.join(' ')}) :precondition (and ${list(needs)}) :effect (and ${effects}))`;
  });
  const variables = (fact: string) => fact.split(' ').map((term, at) => (at === 0 ? term : `?x${at}`));
  const predicates = new Set([...named, ...facts, ...goal].map((fact) => variables(fact).join(' ')));
  const domain = `(define (domain seen) (:predicates ${list([...predicates])}) ${actionTexts.join(' ')})`;
  const problem = `(define (problem now) (:domain seen) (:objects ${objects.join(' ')}) (:init ${list(facts)}) (:goal (and ${list(goal)})))`;
  const { status, plan, cost, expanded } = planProblem(domain, problem, { limits: { expansionsMax } });
  const lowerBound = status === 'unsolvable' ? Number.POSITIVE_INFINITY : (cost ?? 0);
  return { plan: plan && planActions(plan, objects), optimal: status !== 'limit', lowerBound, expanded: expanded ?? 0 };
}
