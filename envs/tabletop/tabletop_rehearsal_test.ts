import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Rehearsal } from '../env.ts';
import type { Goal } from './goals/goal.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from './kit/arbitrary_table.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { scriptedArm } from './testing/scripted_arm.ts';

const task = { goal: { kind: 'tower', height: 2 } as Goal };

/** Fails now and then, the same way in the same situation. */
const moody = () =>
  scriptedArm(({ at, block, drawn }) =>
    (at[0]! + Math.round(7 * drawn)) % 4 === 0 ? { ok: false, level: 'ik', obstacle: block, isBounded: true } : null,
  );

const textOf = (action: Action) => JSON.stringify(action);

describe('TabletopRehearsal', () => {
  it('says of every action what the world itself then does, and leaves the world alone', () => {
    fc.assert(
      fc.property(arbitraryTable({ blocksMax: 5 }), arbitraryChoices, fc.nat(1000), (scene, choices, seed) => {
        fc.pre(scene.blocks.length >= 2);
        const env = tabletopEnvs(scene, task, { placementSdM: 0.01, parts: { arm: moody() } })(seed);
        env.reset();
        let observation = env.observe();
        let rehearsal: Rehearsal = env.rehearsal();
        for (const choice of choices) {
          const action = chosenAction(observation, choice);
          const before = env.state();
          const rehearsed = rehearsal.after(action);
          expect(env.state()).toBe(before);
          expect(rehearsed).toEqual(expect.objectContaining({ ok: env.rehearsal().after(action).ok }));
          const result = env.step(action);
          if (result instanceof Promise) throw new Error('Without physics the world answers at once');
          expect(rehearsed.ok).toBe(result.ok);
          if (!rehearsed.ok) expect(rehearsed).toMatchObject({ reason: (result as { reason?: unknown }).reason });
          else rehearsal = rehearsed.next;
          observation = result.observation;
          expect(rehearsal.model().observe?.()).toEqual(observation);
          expect(rehearsal.model().goal()).toEqual(result.goal);
          expect(rehearsal.key()).toBe(env.rehearsal().key());
        }
      }),
      { numRuns: 50 },
    );
  });

  const two = (x: number) => ({
    name: 'two',
    blocks: [
      { name: 'A_1', centre: [x, 0, 0.0275] as const },
      { name: 'B_1', centre: [0.5, 0, 0.0275] as const },
    ],
  });
  const startOf = (x: number) => {
    const env = tabletopEnvs(two(x), task, { parts: { arm: scriptedArm() } })();
    env.reset();
    return env.rehearsal();
  };

  it('has a key by where every block is, and by how many actions were done', () => {
    expect(startOf(0.39).key()).toBe(startOf(0.39).key());
    expect(startOf(0.39).key()).not.toBe(startOf(0.4).key());
    const picked = startOf(0.39).after({ verb: 'pick', args: ['A_1', 'table'] });
    expect(picked.ok && picked.next.key()).not.toBe(startOf(0.39).key());
  });

  it('lists every action that the rules allow, those too that the goal does without', () => {
    fc.assert(
      fc.property(arbitraryTable({ blocksMax: 5 }), arbitraryChoices, (scene, choices) => {
        fc.pre(scene.blocks.length >= 2);
        const env = tabletopEnvs(scene, task, { motion: 'none' })();
        env.reset();
        let observation = env.observe();
        const surfaces = [...observation.blocks, 'table'];
        for (const choice of choices) {
          const allowed = ['pick', 'place']
            .flatMap((verb) =>
              observation.blocks.flatMap((block) => surfaces.map((on) => ({ verb, args: [block, on] }))),
            )
            .filter((action) => env.model().refusal(action) === null);
          expect(new Set(env.rehearsal().actions().map(textOf))).toEqual(new Set(allowed.map(textOf)));
          ({ observation } = env.step(chosenAction(observation, choice)) as { observation: typeof observation });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('decides once, for the world as well, and anew for another seed', () => {
    const arm = scriptedArm();
    const newEnv = tabletopEnvs(two(0.39), task, { parts: { arm } });
    const pick = { verb: 'pick', args: ['A_1', 'table'] };
    const env = newEnv(1);
    env.reset();
    env.rehearsal().after(pick);
    env.rehearsal().after(pick);
    env.step(pick);
    expect(arm.asked).toHaveLength(1);
    env.reset();
    env.step(pick);
    expect(arm.asked).toHaveLength(1);
    const other = newEnv(2);
    other.reset();
    other.step(pick);
    expect(arm.asked).toHaveLength(2);
  });

  it('cannot begin before the world has', () => {
    expect(() => tabletopEnvs(two(0.39), task)().rehearsal()).toThrow('has not been reset');
  });
});
