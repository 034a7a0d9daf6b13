import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../envs/env.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from '../../../envs/tabletop/kit/arbitrary_table.ts';
import type { Fact, TabletopObservation } from '../../../envs/tabletop/observation.ts';
import { SPOTS } from '../../../envs/tabletop/table/table.ts';
import { type TabletopEnv, tabletopEnvs } from '../../../envs/tabletop/tabletop_env.ts';
import { domainText, readTasks, taskFor } from '../../../envs/tabletop/tasks.ts';
import { makeScene, SCENES_PER_SETTING, SETTINGS } from '../../../envs/tabletop/testing/make_scenes.ts';
import { findPlan } from '../../../planners/oracle/find_plan.ts';
import { groundPddl } from '../../../planners/pddl/ground/ground_pddl.ts';
import { planProblem } from '../../../planners/pddl/plan/plan_problem.ts';
import type { TaskLists } from '../../../planners/pddl/task/ground_task.ts';
import { listsOf } from '../../../planners/pddl/testing/task_lists.ts';
import { domainName, tabletopProblem } from '../../../planners/tabletop_problem.ts';
import { PLACES } from '../../io/places.ts';

const OBJECTS = ['air', 'hand', 'table'];
const AIR_ON_TABLE = '(on table air)';
const PLACE_ON_TABLE = /^\(place .* table\)$/;
const textOf = (fact: Fact) => `(${fact.join(' ').toLowerCase()})`;
const factsOf = ({ facts }: TabletopObservation) => new Set(facts.map(textOf));

/** Every action may contribute to the goal, so that none is left out. */
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

function successorsInPddl(observation: TabletopObservation, domain: string): Map<string, Set<string>> {
  const { facts, operators } = grounded(observation, domain);
  const sensed = factsOf(observation);
  const holds = (fact: number) => {
    const text = facts[fact]!;
    const negated = /^\(not (.*)\)$/.exec(text)?.[1];
    return negated === undefined ? sensed.has(text) : !sensed.has(negated);
  };
  const moves = operators.filter(({ name }) => /^\((pick|place) /.test(name));
  const applicable = moves.filter(({ preconditions }) => preconditions.every(holds));
  return new Map(
    applicable.map(({ name, effects }) => {
      const after = new Set(sensed);
      const happening = effects.filter(({ conditions }) => conditions.every(holds));
      const change = (key: 'adds' | 'deletes', act: (text: string) => void) => {
        for (const effect of happening) for (const fact of effect[key]) act(facts[fact]!);
      };
      change('deletes', (text) => after.delete(text));
      change('adds', (text) => {
        if (/^\((in|on|under) /.test(text)) after.add(text);
      });
      return [name, after];
    }),
  );
}

function successorsInWorld(env: TabletopEnv): Map<string, Set<string>> {
  const model = env.model();
  const { blocks } = model.observe();
  const words = [...blocks, ...OBJECTS];
  const actions = ['pick', 'place'].flatMap((verb) =>
    words.flatMap((block) => words.map((surface): Action => ({ verb, args: [block, surface] }))),
  );
  return new Map(
    actions.flatMap((action) => {
      const next = model.clone();
      const name = `(${action.verb} ${action.args.join(' ')})`.toLowerCase();
      return next.step(action) === null ? [[name, factsOf(next.observe())] as const] : [];
    }),
  );
}

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

function withoutAir(successors: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  return new Map(
    [...successors].map(([name, facts]) => {
      const kept = [...facts].filter((fact) => fact !== AIR_ON_TABLE || !PLACE_ON_TABLE.test(name));
      return [name, new Set(kept)];
    }),
  );
}

describe('the domains', () => {
  it('allow and say what the world does, in the fixed one, while the table has more spots than blocks', () => {
    checkStates((env) => {
      const pddl = successorsInPddl(env.observe(), domainText('fixed_table'));
      expect(sorted(pddl)).toEqual(sorted(successorsInWorld(env)));
    }, SPOTS.length - 1);
  });

  it.each([
    ['fixed_table', true],
    ['figure_5', false],
  ] as const)(
    'differ with fifteen blocks in one thing, in %s: air on the table after a place there: %s',
    (name, isAir) => {
      checkStates((env) => {
        const pddl = successorsInPddl(env.observe(), domainText(name));
        expect(sorted(withoutAir(pddl))).toEqual(sorted(withoutAir(successorsInWorld(env))));
        for (const [action, facts] of pddl)
          if (PLACE_ON_TABLE.test(action)) expect(facts.has(AIR_ON_TABLE)).toBe(isAir);
      }, SPOTS.length);
    },
  );

  it('have no plan, in Figure 5, from two towers of two to four blocks on the table; the fixed domain has one of four steps', () => {
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
    const solved = (domain: string) =>
      planProblem(domain, tabletopProblem(domainName(domain) ?? '', observation, facts), {}).status;
    expect([solved(domainText('fixed_table')), solved(domainText('figure_5'))]).toEqual(['solved', 'unsolvable']);
  });
});

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
