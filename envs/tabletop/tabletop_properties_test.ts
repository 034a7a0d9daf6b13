import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, StepResult } from '../env.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from './kit/arbitrary_table.ts';
import { arbitraryGoal } from './kit/arbitrary_table_task.ts';
import type { Fact, TabletopObservation } from './observation.ts';
import { overlap } from './table/table.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { referenceSensing } from './testing/reference_sensing.ts';

const cases = fc.constantFrom(0, 8).chain((offMm) =>
  arbitraryTable({ offMm }).chain((scene) =>
    fc.record({
      scene: fc.constant(scene),
      goal: arbitraryGoal(scene),
      seed: fc.nat(),
      choices: arbitraryChoices,
      placementSdM: fc.constantFrom(0, 0, 0.005, 0.015),
    }),
  ),
);

const setOf = (facts: readonly Fact[]) => new Set(facts.map((fact) => fact.join(' ')));

function afterFigure5(facts: readonly Fact[], { verb, args: [obj, surface] }: Action): Set<string> {
  const expected = setOf(facts);
  const [deletes, adds] =
    verb === 'pick'
      ? [
          ['in hand air', `on ${obj} air`, `on ${surface} ${obj}`, `under ${obj} ${surface}`],
          [`in hand ${obj}`, `on ${obj} hand`, `under ${obj} air`, `on ${surface} air`],
        ]
      : [
          [`in hand ${obj}`, `on ${surface} air`, `under ${obj} air`, `on ${obj} hand`, 'on table air'],
          ['in hand air', `on ${surface} ${obj}`, `under ${obj} ${surface}`, `on ${obj} air`],
        ];
  for (const fact of deletes) expected.delete(fact);
  for (const fact of adds) expected.add(fact);
  return expected;
}

function startOf(...[scene, goal, options, seed]: [...Parameters<typeof tabletopEnvs>, number]) {
  const env = tabletopEnvs(scene, goal, options)(seed);
  env.reset();
  return env;
}

const ORGANIZE = { goal: { kind: 'organize' } } as const;

describe('a tabletop', () => {
  it('senses what Figure 5 and a slow sensing say, has no boxes overlap, and moves nothing when it refuses', () => {
    fc.assert(
      fc.property(cases, ({ scene, goal, seed, choices, placementSdM }) => {
        const env = startOf(scene, { goal }, { motion: 'none', placementSdM }, seed);
        for (const choice of choices) {
          const [before, stateBefore] = [env.observe(), env.state()];
          const action = chosenAction(before, choice);
          const { ok, observation, goal } = env.step(action) as StepResult<TabletopObservation>;
          expect(goal.success).toBe(goal.share === 1);
          expect(goal.share >= 0 && goal.share <= 1).toBe(true);
          if (!ok) {
            expect(env.state()).toBe(stateBefore);
            expect(observation).toBe(before);
            continue;
          }
          const sensed = setOf(observation.facts);
          if (action.verb === 'place') sensed.delete('on table air');
          expect(sensed).toEqual(afterFigure5(before.facts, action));

          const { centres, held } = env.state();
          const { blocks } = observation;
          const lying = centres.filter((_, block) => block !== held);
          expect(lying.some((a, index) => lying.slice(0, index).some((b) => overlap(a, b)))).toBe(false);
          const seen = blocks.map((name, block) => ({ name, centre: centres[block]! }));
          const slow = referenceSensing(seen, blocks[held] ?? null);
          expect(observation.states).toEqual(slow.states);
          expect(setOf(observation.facts)).toEqual(setOf(slow.facts));

          if (action.verb !== 'pick') continue;
          const model = env.model();
          expect(model.step({ verb: 'place', args: action.args })).toBeNull();
          expect(setOf(model.observe().facts)).toEqual(setOf(before.facts));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is as before to the micrometre, once a block is put back on a block on which it stood straight', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.nat(), fc.nat(), (scene, choice, seed) => {
        const env = startOf(scene, ORGANIZE, { motion: 'none' }, seed);
        const [observation, before] = [env.observe(), env.state()];
        const isUpper = ([on, under]: readonly string[]) => on !== 'on table' && under === 'under nothing';
        const upper = observation.states.filter(({ states }) => isUpper(states));
        fc.pre(upper.length > 0);
        const { object, states } = upper[choice % upper.length]!;
        const args = [object, states[0]!.replace('on ', '')];
        expect(env.step({ verb: 'pick', args })).toMatchObject({ ok: true });
        expect(env.step({ verb: 'place', args })).toMatchObject({ ok: true, observation });
        expect(env.state()).toEqual(before);
      }),
    );
  });

  it('does what its model does, where nothing is in the way of straight stacks', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.nat(), arbitraryChoices, (scene, seed, choices) => {
        const env = startOf(scene, ORGANIZE, { motion: 'none' }, seed);
        const model = env.model();
        for (const choice of choices) {
          const action = chosenAction(env.observe(), choice);
          const result = env.step(action) as StepResult<TabletopObservation>;
          const refusal = model.refusal(action);
          expect(result.ok ? null : result.reason).toEqual(refusal);
          expect(model.step(action)).toEqual(refusal);
          expect(model.observe()).toEqual(result.observation);
          expect(model.goal()).toEqual(result.goal);
          expect(env.model().key()).toBe(model.key());
          for (const fact of result.observation.facts) expect(model.holds(fact)).toBe(true);
        }
      }),
    );
  });
});
