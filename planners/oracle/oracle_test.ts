import { describe, expect, it } from 'vitest';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { plannerContract } from '../kit/planner_contract.ts';
import type { Start } from '../planner.ts';
import { playScript } from '../testing/play_script.ts';
import { oracle } from './oracle.ts';
import { BlocksModel } from './testing/blocks_model.ts';

const observation: HouseholdObservation = {
  ...{ world: 'household', objects: [], containers: [], surfaces: [], holding: [], closeTo: [] },
  ...{ rooms: ['kitchen1'], room: 'kitchen1' },
};

plannerContract(oracle, {
  describe,
  it,
  observation,
  replies: {},
  start: { model: () => new BlocksModel(['abc'], ['cba']) },
  variants: [{ expansionsMax: 50 }, { searchesMax: 1 }],
});

type World = { towers?: string[]; goal?: string[]; knownPlan?: Action[]; fails?: (count: number) => boolean };

/** Lets the oracle act in a world whose actions may fail, and returns what was done and said. */
async function run({ towers = ['abc'], goal = ['cba'], fails = () => false, ...known }: World, options = {}) {
  const model = new BlocksModel(towers, goal);
  const given = { observation, model: () => model.clone(), ...known };
  const { notes, decisions } = await playScript([oracle, options], { script: {}, given }, (decision, number) => ({
    ok: decision.kind === 'act' && !fails(number) && model.step(decision.action) === null,
    observation,
  }));
  return { notes, said: decisions.map((each) => (each.kind === 'act' ? each.action.args.join(' on ') : each)) };
}

describe('oracle', () => {
  it('notes what it found, carries it out, and stops', async () => {
    const { notes, said } = await run({});
    expect(said).toEqual(['c on table', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }]);
    expect(notes).toEqual([3, 0].map((steps) => ({ kind: 'belief', belief: { steps } })));
  });

  it('searches again after a failure, from where the world is', async () => {
    const { notes, said } = await run({ fails: (count) => count === 2 });
    expect(said).toEqual(['c on table', 'b on c', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }]);
    expect(notes).toHaveLength(3);
  });

  it('carries out a plan that is known, without a search, and searches when it fails or did not help', async () => {
    const detour = { knownPlan: ['table', 'b'].map((on) => ({ verb: 'put', args: ['c', on] })) };
    const around = ['c on table', 'c on b', 'c on table', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }];
    expect((await run(detour)).said).toEqual(around);
    const { said } = await run({ ...detour, fails: (count) => count === 1 });
    expect(said.slice(0, 4)).toEqual(['c on table', 'c on table', 'b on c', 'a on b']);
  });

  it('stops where there is no plan', async () => {
    const { notes, said } = await run({ towers: ['ab'], goal: ['abc'] });
    expect(said).toEqual([{ kind: 'stop', reason: 'no_plan' }]);
    expect(notes).toEqual([{ kind: 'belief', belief: { steps: null } }]);
  });

  it('stops after so many searches', async () => {
    const { said } = await run({ fails: () => true }, { searchesMax: 3 });
    expect(said).toEqual([...Array(3).fill('c on table'), { kind: 'stop', reason: 'too_many_searches' }]);
  });

  it('stops where it is given no model', async () => {
    const episode = oracle.plan({ observation } as Start<HouseholdObservation>, oracle.options.parse({}));
    expect(await episode.next()).toMatchObject({ value: { kind: 'stop', reason: 'no_model' } });
  });
});
