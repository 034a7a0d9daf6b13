import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../envs/env.ts';
import { domainText } from '../../../envs/tabletop/domain_text.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from '../../../envs/tabletop/kit/arbitrary_table.ts';
import type { Fact, TabletopObservation } from '../../../envs/tabletop/observation.ts';
import { SPOTS } from '../../../envs/tabletop/table/table.ts';
import { type TabletopEnv, tabletopEnvs } from '../../../envs/tabletop/tabletop_env.ts';
import { readTasks, taskFor } from '../../../envs/tabletop/tasks.ts';
import { makeScene, SCENES_PER_SETTING, SETTINGS } from '../../../envs/tabletop/testing/make_scenes.ts';
import { findPlan } from '../../../planners/oracle/find_plan.ts';
import { groundPddl } from '../../../planners/pddl/ground/ground_pddl.ts';
import type { TaskLists } from '../../../planners/pddl/task/ground_task.ts';
import { listsOf } from '../../../planners/pddl/testing/task_lists.ts';
import { domainName, tabletopProblem } from '../../../planners/tabletop_problem.ts';
import { PLACES } from '../../io/places.ts';

const OBJECTS = ['air', 'hand', 'table'];
const AIR_ON_TABLE = '(on table air)';

const textOf = (fact: Fact) => `(${fact.join(' ').toLowerCase()})`;

/** What is sensed, as PDDL writes it. */
const factsOf = ({ facts }: TabletopObservation) => new Set(facts.map(textOf));

/** The observed state, grounded, with a goal to which every action may contribute, so that none is left out. */
function grounded(observation: TabletopObservation, domain: string): TaskLists {
  const objects = [...observation.blocks, ...OBJECTS];
  const sensed = factsOf(observation);
  const others = (['in', 'on', 'under'] as const)
    .flatMap((predicate) => objects.flatMap((first) => objects.map((second): Fact => [predicate, first, second])))
    .filter((fact) => !sensed.has(textOf(fact)));
  const problem = tabletopProblem(domainName(domain) ?? '', observation, []).replace(
    /\(:goal[\s\S]*$/,
    `(:goal (or ${others.map(textOf).join(' ')})))`,
  );
  const result = groundPddl(domain, problem, { disjunctsMax: 100_000 });
  if (result.status !== 'ok') throw new Error(`${result.status}: ${result.message}`);
  return listsOf(result.task);
}

/** What PDDL says can be done in the observed state, and what holds afterwards. */
function successorsInPddl(observation: TabletopObservation, domain: string): Map<string, Set<string>> {
  const { facts, operators } = grounded(observation, domain);
  const sensed = factsOf(observation);
  const holds = (fact: number) => {
    const text = facts[fact]!;
    const negated = /^\(not (.*)\)$/.exec(text)?.[1];
    return negated === undefined ? sensed.has(text) : !sensed.has(negated);
  };
  const applicable = operators.filter(
    ({ name, preconditions }) => /^\((pick|place) /.test(name) && preconditions.every(holds),
  );
  return new Map(
    applicable.map(({ name, effects }) => {
      const after = new Set(sensed);
      const happening = effects.filter(({ conditions }) => conditions.every(holds));
      const change = (key: 'adds' | 'deletes', act: (text: string) => void) => {
        for (const effect of happening) for (const fact of effect[key]) act(facts[fact]!);
      };
      change('deletes', (text) => after.delete(text));
      change('adds', (text) => {
        if (text.startsWith('(in ') || text.startsWith('(on ') || text.startsWith('(under ')) after.add(text);
      });
      return [name, after];
    }),
  );
}

/** The same by the world. */
function successorsInWorld(env: TabletopEnv): Map<string, Set<string>> {
  const model = env.model();
  const { blocks } = model.observe();
  const words = [...blocks, ...OBJECTS];
  const successors = new Map<string, Set<string>>();
  for (const verb of ['pick', 'place']) {
    for (const block of words) {
      for (const surface of words) {
        const action: Action = { verb, args: [block, surface] };
        const next = model.clone();
        if (next.step(action) !== null) continue;
        successors.set(`(${verb} ${block} ${surface})`.toLowerCase(), factsOf(next.observe()));
      }
    }
  }
  return successors;
}

/** Random states that can be reached: a scene, and a walk in it. */
function checkStates(check: (env: TabletopEnv) => void, blocksMax: number): void {
  fc.assert(
    fc.property(arbitraryTable({ blocksMax }), fc.nat(), arbitraryChoices, (scene, seed, choices) => {
      const env = tabletopEnvs(scene, { goal: { kind: 'organize' } }, { motion: 'none' })(seed);
      env.reset();
      let observation = env.observe();
      check(env);
      for (const choice of choices) {
        const result = env.step(chosenAction(observation, choice));
        if ('observation' in result) observation = result.observation;
      }
      check(env);
    }),
    { numRuns: 40 },
  );
}

const sorted = (successors: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...successors].map(([name, facts]) => [name, [...facts].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1));

/** Without one fact in what holds after a place on the table. */
function withoutAir(successors: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  return new Map(
    [...successors].map(([name, facts]) => {
      const kept = [...facts].filter((fact) => fact !== AIR_ON_TABLE || !/^\(place .* table\)$/.test(name));
      return [name, new Set(kept)];
    }),
  );
}

describe('the fixed domain', () => {
  it('allows what the world allows, and says what it senses then, while the table has more spots than blocks', () => {
    checkStates((env) => {
      const domain = domainText('fixed_table');
      expect(sorted(successorsInPddl(env.observe(), domain))).toEqual(sorted(successorsInWorld(env)));
    }, SPOTS.length - 1);
  });

  it('differs with fifteen blocks in one thing: the table never becomes full', () => {
    checkStates((env) => {
      const pddl = successorsInPddl(env.observe(), domainText('fixed_table'));
      const world = successorsInWorld(env);
      expect(sorted(withoutAir(pddl))).toEqual(sorted(withoutAir(world)));
      for (const [name, facts] of pddl) if (/^\(place .* table\)$/.test(name)) expect(facts).toContain(AIR_ON_TABLE);
    }, SPOTS.length);
  });
});

describe('Figure 5 to the letter', () => {
  it('allows what the world allows in any sensed state, and differs in what it says of the table after a place there', () => {
    checkStates((env) => {
      const pddl = successorsInPddl(env.observe(), domainText('figure_5'));
      const world = successorsInWorld(env);
      expect(sorted(withoutAir(pddl))).toEqual(sorted(withoutAir(world)));
      for (const [name, facts] of pddl) {
        if (/^\(place .* table\)$/.test(name)) expect(facts).not.toContain(AIR_ON_TABLE);
      }
    }, SPOTS.length);
  });

  it('has no plan from two towers of two to four blocks on the table; the fixed domain has one of four steps', () => {
    const scene = {
      name: 'two_towers',
      blocks: [0, 1, 2, 3].map((block) => ({
        name: `A_${block}`,
        centre: [...SPOTS[block >> 1]!, block % 2 === 0 ? 0.0275 : 0.0825] as const,
      })),
    };
    const facts = scene.blocks.map(({ name }): Fact => ['on', 'table', name]);
    const env = tabletopEnvs(scene, { goal: { kind: 'facts', facts } }, { motion: 'none' })();
    env.reset();
    const observation = env.observe();
    expect(findPlan(env.model(), { expansionsMax: 1000 }).plan).toHaveLength(4);
    const ground = (domain: string) =>
      groundPddl(domain, tabletopProblem(domainName(domain) ?? '', observation, facts));
    // Reachability leaves deletes out of account, so both are grounded; that Figure 5 has no plan shows in the search below.
    expect(reachesGoal(ground(domainText('fixed_table')))).toBe(true);
    expect(reachesGoal(ground(domainText('figure_5')))).toBe(false);
  });
});

/** Whether a ground task can be solved, by trying everything. */
function reachesGoal(result: ReturnType<typeof groundPddl>): boolean {
  if (result.status !== 'ok') throw new Error(result.status);
  const { operators, initial, goal } = listsOf(result.task);
  const seen = new Set([[...initial].join()]);
  const queue = [new Set(initial)];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    const here = state;
    if (goal.every((fact) => here.has(fact))) return true;
    for (const { preconditions, effects } of operators) {
      if (!preconditions.every((fact) => here.has(fact))) continue;
      const happening = effects.filter(({ conditions }) => conditions.every((fact) => here.has(fact)));
      const next = new Set([...here].filter((fact) => !happening.some(({ deletes }) => deletes.includes(fact))));
      for (const { adds } of happening) for (const fact of adds) next.add(fact);
      const key = [...next].sort((a, b) => a - b).join();
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(next);
    }
  }
  return false;
}

describe('the stored scenes', () => {
  it('all have a shortest plan, that is found within a hundred expansions and carried out by a world without motion', () => {
    const path = 'envs/tabletop/tasks/olp.json';
    const tasks = readTasks(readFileSync(`${PLACES.root}${path}`, 'utf8'), path);
    for (const [index, setting] of SETTINGS.entries()) {
      for (let number = 1; number <= SCENES_PER_SETTING; number++) {
        const scene = makeScene(setting, number);
        const task = taskFor(scene, tasks[index]!);
        const env = tabletopEnvs(scene, task, { motion: 'none' })();
        env.reset();
        const { plan, optimal } = findPlan(env.model(), { expansionsMax: 100 });
        expect(optimal, scene.name).toBe(true);
        const successes = (plan ?? []).map((action) => {
          const result = env.step(action);
          return 'goal' in result && result.ok && result.goal.success;
        });
        expect(successes, scene.name).toEqual(successes.map((_, at) => at === successes.length - 1));
        expect(successes.length).toBeLessThan(task.stepsMax / 4);
      }
    }
  });
});
