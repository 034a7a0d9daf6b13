import { expect } from 'vitest';
import type { TaskLists } from '../task/ground_task.ts';
import { after, hold } from './reference_search.ts';
import type { ReferenceSemantics } from './reference_semantics.ts';

/**
 * Walks through the states of a ground task, and compares each with the state by the reference semantics.
 * `choices`: which of the applicable operators is taken, step by step.
 */
export function compareWalk(task: TaskLists, planning: ReferenceSemantics, choices: readonly number[]): void {
  const steps = new Map(planning.steps().map((step) => [step.name, step]));
  let state: ReadonlySet<number> = new Set(task.initial);
  let atoms = planning.initial();
  let wasGoal = planning.isGoal(atoms);
  const isTrue = (fact: string, of: ReadonlySet<string>) => {
    if (fact === '(:goal)') return wasGoal;
    const negated = /^\(not (.*)\)$/.exec(fact)?.[1];
    return negated === undefined ? of.has(fact) : !of.has(negated);
  };
  for (const choice of [...choices, 0]) {
    for (const [number, fact] of task.facts.entries()) expect(state.has(number), fact).toBe(isTrue(fact, atoms));
    if (!task.facts.includes('(:goal)')) expect(hold(state, task.goal)).toBe(planning.isGoal(atoms));
    const applicable = task.operators.filter(({ preconditions }) => hold(state, preconditions));
    const names = new Set(applicable.map(({ name }) => name));
    for (const step of steps.values()) {
      // What cannot be done is not there, and what is not there achieves nothing.
      if (!planning.isApplicable(step, atoms)) expect(names).not.toContain(step.name);
      else if (!names.has(step.name)) {
        const next = planning.after(step, atoms);
        const gained = task.facts.filter((fact) => fact !== '(:goal)' && isTrue(fact, next) && !isTrue(fact, atoms));
        expect(gained, step.name).toEqual([]);
      }
    }
    const operator = applicable[choice % Math.max(1, applicable.length)];
    const step = steps.get(operator?.name ?? '');
    if (operator === undefined || step === undefined) return;
    expect(operator.cost).toBe(planning.cost(step));
    for (const twin of applicable.filter(({ name }) => name === operator.name))
      expect(after(state, twin)).toEqual(after(state, operator));
    atoms = planning.after(step, atoms);
    state = after(state, operator);
    wasGoal ||= planning.isGoal(atoms);
  }
}
