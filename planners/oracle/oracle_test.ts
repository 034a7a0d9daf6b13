import { describe, expect, it } from 'vitest';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { Start } from '../planner.ts';
import { inKitchen } from '../testing/household_play.ts';
import { playScript } from '../testing/play_script.ts';
import { shippedContract } from '../testing/shipped_prompts.ts';
import { oracle } from './oracle.ts';
import { BlocksModel } from './testing/blocks_model.ts';
import { ACTIONS, DOMAIN, rehearsing, START, TwoBlocks, table } from './testing/two_blocks.ts';

const observation = inKitchen();

shippedContract(oracle, {
  observation,
  replies: {},
  start: { model: () => new BlocksModel(['abc'], ['cba']) },
  variants: [{ expansionsMax: 50 }, { searchesMax: 1 }],
});

type World = { towers?: string[]; goal?: string[]; knownPlan?: Action[]; fails?: (count: number) => boolean };

/** Lets the oracle act in a world whose actions may fail, and returns its decisions and notes. */
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
  it('notes its plan, executes it, and stops', async () => {
    const { notes, said } = await run({});
    expect(said).toEqual(['c on table', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }]);
    expect(notes).toEqual([3, 0].map((steps) => ({ kind: 'belief', belief: { steps } })));
  });

  it('searches again after a failure, from the current state', async () => {
    const { notes, said } = await run({ fails: (count) => count === 2 });
    expect(said).toEqual(['c on table', 'b on c', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }]);
    expect(notes).toHaveLength(3);
  });

  it('executes a known plan without a search, and searches if it fails or misses the goal', async () => {
    const detour = { knownPlan: ['table', 'b'].map((on) => ({ verb: 'put', args: ['c', on] })) };
    const around = ['c on table', 'c on b', 'c on table', 'b on c', 'a on b', { kind: 'stop', reason: 'goal_reached' }];
    expect((await run(detour)).said).toEqual(around);
    const { said } = await run({ ...detour, fails: (count) => count === 1 });
    expect(said.slice(0, 4)).toEqual(['c on table', 'c on table', 'b on c', 'a on b']);
  });

  it('stops if there is no plan', async () => {
    const { notes, said } = await run({ towers: ['ab'], goal: ['abc'] });
    expect(said).toEqual([{ kind: 'stop', reason: 'no_plan' }]);
    expect(notes).toEqual([{ kind: 'belief', belief: { steps: null } }]);
  });

  it('stops after the maximum number of searches', async () => {
    const { said } = await run({ fails: () => true }, { searchesMax: 3 });
    expect(said).toEqual([...Array(3).fill('c on table'), { kind: 'stop', reason: 'too_many_searches' }]);
  });

  it('stops without a model', async () => {
    const episode = oracle.plan({ observation } as Start<HouseholdObservation>, oracle.options.parse({}));
    expect(await episode.next()).toMatchObject({ value: { kind: 'stop', reason: 'no_model' } });
  });
});

function runAtTable(change: Partial<Start<TabletopObservation>> = {}, fails = false, options = {}) {
  const observation = table(START);
  const given = { observation, skills: DOMAIN, model: () => new TwoBlocks(), ...change };
  return playScript([oracle, options], { script: {}, given }, () => ({ ok: !fails, observation }));
}

shippedContract(oracle, {
  observation: table(START),
  replies: {},
  start: { model: () => new TwoBlocks(), skills: DOMAIN },
});

describe('oracle at a table', () => {
  it('plans for the nearest arrangement, and executes the whole plan', async () => {
    const { decisions, notes } = await runAtTable();
    const acts = ACTIONS.map((action) => ({ kind: 'act', action }));
    expect(decisions).toEqual([...acts, { kind: 'stop', reason: 'plan_completed' }]);
    expect(notes).toMatchObject([{ kind: 'planned', purpose: 'goal', status: 'solved', cost: 2, message: null }]);
  });

  it('plans around refusals of the arm, and stops if there is no other plan', async () => {
    const { decisions, notes } = await runAtTable(rehearsing(() => false));
    expect(decisions).toEqual([{ kind: 'stop', reason: 'no_plan' }]);
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: null } });
    const around = await runAtTable(rehearsing((number) => number !== 1));
    expect(around.decisions).toHaveLength(3);
    expect(around.notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 2 } });
    const refusingTwo = rehearsing((number) => number > 2);
    const limited = await runAtTable(refusingTwo, false, { rehearsalsMax: 1 });
    expect(limited.decisions).toEqual([{ kind: 'stop', reason: 'planning_limit' }]);
  });

  it('executes the known plan if the arm refuses the plan by the rules, unless the arm refuses both', async () => {
    const knownPlan = ['table', 'B'].flatMap((on) => ['pick', 'place'].map((verb) => ({ verb, args: ['A', on] })));
    const { decisions, notes } = await runAtTable({ ...rehearsing((number) => number !== 1), knownPlan });
    expect(decisions.slice(0, -1)).toEqual(knownPlan.map((action) => ({ kind: 'act', action })));
    expect(notes[1]).toEqual({ kind: 'belief', belief: { stepsByRules: 2, steps: 4 } });
    const refusingTwice = { ...rehearsing((number) => number > 3), knownPlan };
    expect((await runAtTable(refusingTwice)).decisions).toHaveLength(3);
  });

  it('plans again if a rehearsed action fails, up to a limit', async () => {
    const accepting = rehearsing(() => true);
    const { decisions } = await runAtTable(accepting, true, { searchesMax: 2 });
    const pick = { kind: 'act', action: ACTIONS[0] };
    expect(decisions).toEqual([pick, pick, { kind: 'stop', reason: 'too_many_searches' }]);
  });

  it('stops if an action fails that it could not rehearse', async () => {
    expect((await runAtTable({}, true)).decisions.at(-1)).toEqual({ kind: 'stop', reason: 'action_failed' });
  });

  it('stops without a domain or a plan', async () => {
    expect((await runAtTable({ skills: '' })).decisions).toEqual([{ kind: 'stop', reason: 'no_domain' }]);
    const noWay = DOMAIN.replace('(:action place', '(:action lay').replace('(on ?to ?obj)))', '(under ?to ?obj)))');
    expect((await runAtTable({ skills: noWay })).decisions).toEqual([{ kind: 'stop', reason: 'unsolvable' }]);
  });
});
