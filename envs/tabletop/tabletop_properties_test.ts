/** What holds of every scene and every walk. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, StepResult } from '../env.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from './kit/arbitrary_table.ts';
import { arbitraryGoal } from './kit/arbitrary_table_task.ts';
import type { Fact, TabletopObservation } from './observation.ts';
import { overlap } from './table/table.ts';
import { type TabletopEnv, tabletopEnvs } from './tabletop_env.ts';
import { referenceSensing } from './testing/reference_sensing.ts';

/** A scene, a goal, a seed and a walk; blocks stand straight, or a little off. */
const cases = fc.constantFrom(0, 8).chain((offMm) =>
  arbitraryTable({ offMm }).chain((scene) =>
    fc.record({
      scene: fc.constant(scene),
      goal: arbitraryGoal(scene),
      seed: fc.nat(),
      choices: arbitraryChoices,
      sd: fc.constantFrom(0, 0, 0.005, 0.015),
    }),
  ),
);

type Step = {
  readonly env: TabletopEnv;
  readonly action: Action;
  readonly result: StepResult<TabletopObservation>;
  readonly before: TabletopObservation;
  readonly stateBefore: ReturnType<TabletopEnv['state']>;
};

function checkWalks(check: (step: Step) => void, numRuns = 200): void {
  fc.assert(
    fc.property(cases, ({ scene, goal, seed, choices, sd }) => {
      const env = tabletopEnvs(scene, { goal }, { motion: 'none', placementSdM: sd })(seed);
      env.reset();
      let before = env.observe();
      for (const choice of choices) {
        const action = chosenAction(before, choice);
        const stateBefore = env.state();
        const result = env.step(action) as StepResult<TabletopObservation>;
        check({ env, action, result, before, stateBefore });
        before = result.observation;
      }
    }),
    { numRuns },
  );
}

const setOf = (facts: readonly Fact[]) => new Set(facts.map((fact) => fact.join(' ')));

/** Figure 5's effects: what is deleted, then what is added. */
function figure5({ verb, args }: Action): { deletes: string[]; adds: string[] } {
  const [obj, surface] = args;
  if (verb === 'pick') {
    return {
      deletes: ['in hand air', `on ${obj} air`, `on ${surface} ${obj}`, `under ${obj} ${surface}`],
      adds: [`in hand ${obj}`, `on ${obj} hand`, `under ${obj} air`, `on ${surface} air`],
    };
  }
  return {
    deletes: [`in hand ${obj}`, `on ${surface} air`, `under ${obj} air`, `on ${obj} hand`],
    adds: ['in hand air', `on ${surface} ${obj}`, `under ${obj} ${surface}`, `on ${obj} air`],
  };
}

describe('a tabletop', () => {
  it('moves nothing when it refuses, not even the arm', () => {
    checkWalks(({ env, result, before, stateBefore }) => {
      if (result.ok) return;
      expect(env.state()).toBe(stateBefore);
      expect(result.observation).toEqual(before);
    });
  });

  it('never has two boxes overlap', () => {
    checkWalks(({ env }) => {
      const { centres, held } = env.state();
      const lying = centres.filter((_, block) => block !== held);
      for (const [index, a] of lying.entries()) {
        for (const b of lying.slice(0, index)) expect(overlap(a, b)).toBe(false);
      }
    });
  });

  it('senses what Figure 5 says, after a pick and after a place; but the table may have air left', () => {
    checkWalks(({ action, result, before }) => {
      if (!result.ok) return;
      const expected = setOf(before.facts);
      const { deletes, adds } = figure5(action);
      for (const fact of deletes) expected.delete(fact);
      for (const fact of adds) expected.add(fact);
      const sensed = setOf(result.observation.facts);
      if (action.verb === 'place') for (const facts of [expected, sensed]) facts.delete('on table air');
      expect(sensed).toEqual(expected);
    });
  });

  it('senses what a slow sensing does', () => {
    checkWalks(({ env, result }) => {
      const { centres, held } = env.state();
      const blocks = result.observation.blocks;
      const slow = referenceSensing(
        blocks.map((name, block) => ({ name, centre: centres[block]! })),
        blocks[held] ?? null,
      );
      expect(result.observation.states).toEqual(slow.states);
      expect(setOf(result.observation.facts)).toEqual(setOf(slow.facts));
    });
  });

  it('is as before, once a block is put back', () => {
    checkWalks(({ env, action, result, before }) => {
      if (!result.ok || action.verb !== 'pick') return;
      const [block = '', surface = ''] = action.args;
      const model = env.model();
      expect(model.step({ verb: 'place', args: [block, surface] })).toBeNull();
      expect(setOf(model.observe().facts)).toEqual(setOf(before.facts));
    });
  });

  it('is as before to the micrometre, once a block is put back on a block on which it stood straight', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.nat(), fc.nat(), (scene, choice, seed) => {
        const env = tabletopEnvs(scene, { goal: { kind: 'organize' } }, { motion: 'none' })(seed);
        env.reset();
        const observation = env.observe();
        const before = env.state();
        const upper = observation.states.filter(
          ({ states }) => states[0] !== 'on table' && states[1] === 'under nothing',
        );
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
        const env = tabletopEnvs(scene, { goal: { kind: 'organize' } }, { motion: 'none' })(seed);
        env.reset();
        let observation = env.observe();
        const model = env.model();
        for (const choice of choices) {
          const action = chosenAction(observation, choice);
          const result = env.step(action) as StepResult<TabletopObservation>;
          const refusal = model.refusal(action);
          expect(result.ok ? null : result.reason).toEqual(refusal);
          expect(model.step(action)).toEqual(refusal);
          expect(model.observe()).toEqual(result.observation);
          expect(model.goal()).toEqual(result.goal);
          expect(env.model().key()).toBe(model.key());
          for (const fact of result.observation.facts) expect(model.holds(fact)).toBe(true);
          observation = result.observation;
        }
      }),
    );
  });

  it('says of a goal that it holds exactly where all of it does', () => {
    checkWalks(({ result }) => {
      expect(result.goal.success).toBe(result.goal.share === 1);
      expect(result.goal.share).toBeGreaterThanOrEqual(0);
      expect(result.goal.share).toBeLessThanOrEqual(1);
    });
  });
});
