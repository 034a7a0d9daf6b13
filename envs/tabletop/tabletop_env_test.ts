import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Rehearsal, StepResult } from '../env.ts';
import { SEED_END } from '../random_numbers.ts';
import type { Goal } from './goals/goal.ts';
import { arbitraryChoices, arbitraryTable, chosenAction } from './kit/arbitrary_table.ts';
import type { TabletopObservation } from './observation.ts';
import type { Physics } from './physics/mujoco_physics.ts';
import { onSpot, SPOTS } from './table/table.ts';
import { tabletopEnvs } from './tabletop_env.ts';
import { sceneOf } from './testing/scene_of.ts';
import { scriptedArm } from './testing/scripted_arm.ts';

type Options = NonNullable<Parameters<typeof tabletopEnvs>[2]>;

const FOUR = sceneOf({ A_1: [0.39, 0], B_1: [0.39, 0, 1], C_1: [0.5, 0], D_1: [0.61, 0] });
const TOWER: { goal: Goal } = { goal: { kind: 'tower', height: 4 } };

const textOf = ({ verb, args }: Action) => [verb, ...args].join(' ');
const actionOf = (text: string) => ({ verb: text.split(' ')[0]!, args: text.split(' ').slice(1) });

function walk(texts: readonly string[], options: Options = {}, { scene = FOUR, seed = 0 } = {}) {
  const env = tabletopEnvs(scene, TOWER, { motion: options.parts?.arm ? 'panda' : 'none', ...options })(seed);
  env.reset();
  return { env, results: texts.map((text) => env.step(actionOf(text)) as StepResult<TabletopObservation>) };
}

describe('tabletopEnvs()', () => {
  it('builds a tower', () => {
    const { results, env } = walk(['pick C_1 table', 'place c_1 b_1', 'pick D_1 table', 'place D_1 C_1']);
    expect(results.map(({ ok, goal }) => [ok, goal.share])).toEqual([0.5, 0.75, 0.75, 1].map((share) => [true, share]));
    expect(env.state().centres).toEqual([0, 1, 2, 3].map((layer) => [0.39, 0, ((2 * layer + 1) * 275) / 10000]));
  });

  it('asks the arm with what is around, and goes on from where it is', () => {
    const arm = scriptedArm();
    const { results } = walk(['pick C_1 table', 'place C_1 B_1'], { parts: { arm } });
    expect(arm.calls).toMatchObject([
      { at: arm.home, block: 'C_1', around: ['A_1', 'B_1', 'C_1', 'D_1'] },
      { at: [1, 0, 0, 0, 0, 0, 0], centre: [0.39, 0, 0.1375], around: ['A_1', 'B_1', 'D_1'] },
    ]);
    expect(results[0]).toMatchObject({ ok: true, motion: { path: [arm.home, [1, 0, 0, 0, 0, 0, 0]] } });
  });

  const BOUND = 'before the search ended at its bound';

  it.each([
    ['grasp', 'D_1', false, 'grasp_free', 'no grasp is free; "D_1" is in the way'],
    ['ik', 'reach', false, 'reachable', 'no configuration of the arm reaches the pose; the arm is too short'],
    ['path', 'table', false, 'path_free', 'there is no path; "table" is in the way'],
    ['grasp', null, true, 'bounded', `no free grasp was found ${BOUND}`],
    [
      'ik',
      'D_1',
      true,
      'bounded',
      `no configuration of the arm was found that gets there ${BOUND}; "D_1" is in the way`,
    ],
    ['path', 'table', true, 'bounded', `no path was found ${BOUND}; "table" is in the way`],
  ] as const)('names %s and %s, where the arm fails (bounded: %s)', (level, obstacle, isBounded, kind, problem) => {
    const arm = scriptedArm(() => ({ level, obstacle, isBounded }));
    const { results, env } = walk(['pick C_1 table'], { parts: { arm } });
    const reason = { precondition: kind, level, message: `Cannot pick "C_1", "table": ${problem}` };
    expect(results).toMatchObject([{ ok: false }]);
    expect(results[0]).toHaveProperty('reason', obstacle === null ? reason : { ...reason, obstacle });
    expect(env.state()).toMatchObject({ held: -1, at: arm.home });
  });

  it('does not ask the arm, where the rules refuse', () => {
    const arm = scriptedArm();
    const { results } = walk(['pick A_1 table'], { parts: { arm } });
    const reason = { precondition: 'clear', level: 'symbolic', obstacle: 'B_1' };
    expect(results).toMatchObject([{ ok: false, reason }]);
    expect(arm.calls).toEqual([]);
  });

  it('tries up to three different free spots, and reports the last failure', () => {
    let fails = 0;
    const arm = scriptedArm(({ centre }) =>
      centre === null ? null : { level: 'path', obstacle: `try ${++fails}`, isBounded: false },
    );
    const { results } = walk(['pick C_1 table', 'place C_1 table'], { parts: { arm } });
    expect(results[1]).toMatchObject({ ok: false, reason: { precondition: 'bounded', obstacle: 'try 3' } });
    const tried = arm.calls.slice(1).map(({ centre }) => String(centre));
    expect(new Set(tried).size).toBe(3);
    expect(SPOTS.map((spot) => String(onSpot(spot)))).toEqual(expect.arrayContaining(tried));
  });

  it('takes the second spot, where the first fails', () => {
    const arm = scriptedArm(({ centre }) =>
      centre !== null && arm.calls.length === 2 ? { level: 'grasp', obstacle: 'A_1', isBounded: false } : null,
    );
    const { results, env } = walk(['pick C_1 table', 'place C_1 table'], { parts: { arm } });
    expect(results[1]?.ok).toBe(true);
    expect(env.state().centres[2]).toEqual(arm.calls[2]?.centre);
  });

  it('draws by the seed and the number of actions carried out, not by what was refused', () => {
    const actions = ['pick C_1 table', 'place C_1 table', 'pick B_1 A_1', 'place B_1 table'];
    const interrupted = ['pick A_1 table', ...actions.flatMap((text) => [text, 'place C_1 C_1'])];
    const endOf = (texts: readonly string[], seed = 5) => walk(texts, { placementSdM: 0.01 }, { seed }).env.state();
    expect(endOf(interrupted)).toEqual(endOf(actions));
    expect(endOf(actions, 6)).not.toEqual(endOf(actions));
  });

  it('puts blocks off the middle by its option, anew each time, and never off what they are put on', () => {
    const actions = ['pick C_1 table', 'place C_1 B_1', 'pick D_1 table', 'place D_1 C_1'];
    const off = Array.from({ length: 500 }, (_, seed) => {
      const { env, results } = walk(actions, { placementSdM: 0.01 }, { seed });
      expect(results[1]?.observation.states[2]?.states[0]).toBe('on B_1');
      const [, , c, d] = env.state().centres as [unknown, unknown, ...[number, number, number][]];
      expect([c![2], d![2]]).toEqual([0.1375, 0.1925]);
      expect(d![0] - c![0]).not.toBeCloseTo(c![0] - 0.39, 6);
      return [c![0] - 0.39, c![1]];
    }).flat();
    expect(Math.max(...off.map(Math.abs))).toBeLessThanOrEqual(0.01 * Math.sqrt(3) + 1e-6);
    expect(Math.hypot(...off) / Math.sqrt(off.length)).toBeCloseTo(0.01, 3);
  });

  it('deviates less, where a block would end up in another', () => {
    const scene = sceneOf({ A_1: [0.39, 0], B_1: [0.445, 0], C_1: [0.445, 0, 1], D_1: [0.61, 0] });
    const ends = Array.from({ length: 100 }, (_, seed) => {
      const { env } = walk(['pick D_1 table', 'place D_1 A_1'], { placementSdM: 0.015 }, { scene, seed });
      return env.state().centres[3]![0];
    });
    expect(Math.max(...ends)).toBeLessThan(0.39 + 2e-6);
    expect(Math.min(...ends)).toBeLessThan(0.37);
  });

  it('refuses to put a block where another is in the way, without an arm, too', () => {
    const scene = sceneOf({ A_1: [0.39, 0], B_1: [0.46, 0], C_1: [0.436, 0, 1], D_1: [0.61, 0] });
    const reason = { precondition: 'path_free', level: 'path', obstacle: 'C_1' };
    const { results } = walk(['pick D_1 table', 'place D_1 A_1'], {}, { scene });
    expect(results[1]).toMatchObject({ ok: false, reason });
  });

  it('refuses seeds, options, scenes and goals that make no sense', () => {
    for (const seed of [-1, 1.5, SEED_END, NaN]) expect(() => tabletopEnvs(FOUR, TOWER)(seed)).toThrow(RangeError);
    expect(() => tabletopEnvs(FOUR, TOWER, { placementSdM: 1 })).toThrow('placementSdM');
    expect(() => tabletopEnvs(sceneOf({ A: [NaN, 0] }), TOWER)).toThrow('not_finite');
    expect(() => tabletopEnvs(FOUR, { goal: { kind: 'tower', height: 5 } })).toThrow('needs 5 blocks');
  });
});

describe('tabletopEnvs() with physics', () => {
  const settle: Physics['settle'] = async (blocks) =>
    blocks.map(({ name, centre }) => {
      const fell = name === 'C_1';
      return { name, fell, centre: fell ? [0.45, 0.3, 0.0275] : centre };
    });
  const falling: Options = { motion: 'none', physics: 'mujoco', parts: { physics: async () => ({ settle }) } };

  it('leaves a block that has fallen on the table, out of play', async () => {
    const env = tabletopEnvs(FOUR, TOWER, falling)();
    await env.reset();
    const step = async (text: string) => env.step(actionOf(text));
    expect(await step('pick C_1 table')).toMatchObject({ ok: true });
    const placed = await step('place C_1 B_1');
    expect(placed).toMatchObject({ ok: true, goal: { share: 0.5 } });
    expect(placed.observation.states[2]).toEqual({ object: 'C_1', states: ['on table', 'under nothing'] });
    const message = expect.stringContaining('has fallen');
    const reason = { precondition: 'grasp_free', level: 'grasp', obstacle: 'C_1', message };
    expect(await step('pick C_1 table')).toMatchObject({ ok: false, reason });
    await step('pick D_1 table');
    expect(await step('place D_1 C_1')).toMatchObject({ ok: false, reason });
    expect(env.state().fallen).toEqual([false, false, true, false]);
  });

  it('does not start where the physics cannot', async () => {
    const missing = async () => Promise.reject(new Error("Cannot find package '@mujoco/mujoco'"));
    const env = tabletopEnvs(FOUR, TOWER, { ...falling, parts: { physics: missing } })();
    await expect(env.reset()).rejects.toThrow('@mujoco/mujoco');
  });

  it('does nothing, when it is aborted while blocks fall', async () => {
    const env = tabletopEnvs(FOUR, TOWER, falling)();
    const { observation } = await env.reset();
    const controller = new AbortController();
    const step = env.step(actionOf('pick D_1 table'), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(step).rejects.toThrow('enough');
    expect(env.observe()).toEqual(observation);
  });
});

const PAIR: { goal: Goal } = { goal: { kind: 'tower', height: 2 } };

const moody = () =>
  scriptedArm(({ at, block, drawn }) =>
    (at[0]! + Math.round(7 * drawn)) % 4 === 0 ? { level: 'ik', obstacle: block, isBounded: true } : null,
  );

describe('rehearsal()', () => {
  it('lists what the rules allow, does of every action what the world then does, and leaves the world alone', () => {
    fc.assert(
      fc.property(
        arbitraryTable({ blocksMin: 2, blocksMax: 5 }),
        arbitraryChoices,
        fc.nat(1000),
        (scene, choices, seed) => {
          const env = tabletopEnvs(scene, PAIR, { placementSdM: 0.01, parts: { arm: moody() } })(seed);
          env.reset();
          let observation = env.observe();
          let rehearsal: Rehearsal = env.rehearsal();
          const { blocks } = observation;
          const pairs = blocks.flatMap((block) => [...blocks, 'table'].map((on) => [block, on]));
          const all = ['pick', 'place'].flatMap((verb) => pairs.map((args) => ({ verb, args })));
          for (const choice of choices) {
            const allowed = all.filter((action) => env.model().refusal(action) === null);
            expect(new Set(rehearsal.actions().map(textOf))).toEqual(new Set(allowed.map(textOf)));
            expect(rehearsal.actions()).toHaveLength(allowed.length);
            const action = chosenAction(observation, choice);
            const before = env.state();
            const rehearsed = rehearsal.after(action);
            expect(env.state()).toBe(before);
            expect(env.rehearsal().after(action).ok).toBe(rehearsed.ok);
            const result = env.step(action) as StepResult<TabletopObservation>;
            expect(rehearsed.ok).toBe(result.ok);
            if (!rehearsed.ok) expect(result).toHaveProperty('reason', rehearsed.reason);
            else rehearsal = rehearsed.next;
            observation = result.observation;
            expect(rehearsal.model().observe?.()).toEqual(observation);
            expect(rehearsal.model().goal()).toEqual(result.goal);
            expect(rehearsal.key()).toBe(env.rehearsal().key());
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has a key by where every block is, and by how many actions were done', () => {
    const startOf = (x: number) => {
      const env = tabletopEnvs(sceneOf({ A_1: [x, 0], B_1: [0.5, 0] }), PAIR, { parts: { arm: scriptedArm() } })();
      env.reset();
      return env.rehearsal();
    };
    expect(startOf(0.39).key()).toBe(startOf(0.39).key());
    expect(startOf(0.39).key()).not.toBe(startOf(0.4).key());
    const picked = startOf(0.39).after(actionOf('pick A_1 table'));
    expect(picked.ok && picked.next.key()).not.toBe(startOf(0.39).key());
    expect(() => tabletopEnvs(FOUR, PAIR)().rehearsal()).toThrow('has not been reset');
  });
});
