import { expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { readNamedPair } from './pairs.ts';
import { shownComparison } from './shown_comparison.ts';
import { OPTIONS, type Outcome, sideOf } from './testing/side_fixture.ts';

const TASKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function each(change: (at: number) => Outcome): Outcome[] {
  return TASKS.map((task, at) => ({ task, ...change(at) }));
}

const ALL = each(() => ({}));
const LOST = each((at) => ({ success: at > 5 }));

async function rowOf(metric: string, baseline: readonly Outcome[], candidate: readonly Outcome[], options = OPTIONS) {
  const { rows } = await compareSides(sideOf(baseline), sideOf(candidate), options);
  return rows.find((row) => row.metric === metric);
}

it('compareSides() is worse where six of eight tasks turned one way, and too few where five did, with the difference that would show', async () => {
  const row = await rowOf('success', ALL, LOST);
  expect(row).toMatchObject({
    ...{ pairs: 8, tasks: 8, baseline: 1, candidate: 0.25, difference: -0.75, gained: 0, lost: 6 },
    ...{ test: 'mcnemar', p: 0.03125, pTasks: null, verdict: 'worse' },
  });
  expect(row?.interval?.high).toBeLessThan(0);
  const five = await rowOf(
    'success',
    ALL,
    each((at) => ({ success: at > 4 })),
  );
  expect(five).toMatchObject({ p: 0.0625, verdict: 'too_few' });
  expect(five?.detectable).toBeGreaterThan(0.75);
});

it('compareSides() does not take the scenes of one task for as many tasks', async () => {
  const scenes = Array.from({ length: 12 }, (_, at) => ({ task: 'only', scene: `house_${at}` }));
  const failed = scenes.map((scene) => ({ ...scene, success: false }));
  expect(await rowOf('success', scenes, failed)).toMatchObject({
    ...{ pairs: 12, tasks: 1, pPairs: 0.000488281, pTasks: 1, p: 1, detectable: null, verdict: 'too_few' },
  });
});

it('compareSides() is equal where no pair differs, and within a margin where the interval is', async () => {
  expect(await rowOf('success', ALL, ALL)).toMatchObject({ verdict: 'equal', p: 1 });
  const many = Array.from({ length: 400 }, (_, at) => ({ task: `t${at}` }));
  const changed = many.map((one, at) => ({ ...one, success: at !== 7 }));
  const wide = { ...OPTIONS, margins: { share: 0.05, metrics: {} } };
  expect(await rowOf('success', many, changed, wide)).toMatchObject({ verdict: 'within_margin' });
});

it('compareSides() compares steps over pairs of successes, of which fewer are better', async () => {
  const baseline = each((at) => ({ steps: 10, success: at > 0 }));
  const row = await rowOf(
    'steps',
    baseline,
    each((at) => ({ steps: 5 - at / 10 })),
  );
  const expected = { pairs: 7, over: 'both succeed', gained: 7, lost: 0, test: 'wilcoxon', verdict: 'better' };
  expect(row).toMatchObject(expected);
  expect(row?.interval?.high).toBeLessThan(-4);
});

it.each([
  ['steps', 'both succeed', 7, 7, 0, -1],
  ['stepsImputed', 'failures at the limit', 8, 7, 1, 4.125],
  ['promptTokens', 'both succeed', 7, 7, 0, -10],
  ['promptTokensOfAll', 'failures included', 8, 8, 0, -16.25],
])('compareSides() compares %s over: %s', async (metric, over, pairs, gained, lost, difference) => {
  const cost = (steps: number, promptTokens: number) => ({ steps, row: { stepsImputed: steps, promptTokens } });
  const failure = { success: false, steps: 4, row: { stepsImputed: 50, promptTokens: 40 } };
  const [before, after] = [each(() => cost(10, 100)), each((at) => (at === 0 ? failure : cost(9, 90)))];
  expect(await rowOf(metric, before, after)).toMatchObject({ over, pairs, gained, lost, difference });
});

it('compareSides() leaves out metrics that a side does not have, and calls where there were none', async () => {
  expect(await rowOf('promptTokens', ALL, ALL)).toBeUndefined();
  const asked = (calls: number) => each(() => ({ row: { calls } }));
  expect(await rowOf('calls', asked(0), asked(0))).toBeUndefined();
  expect(await rowOf('calls', asked(2), asked(3))).toMatchObject({ difference: 1, verdict: 'worse' });
});

it('compareSides() shows the share of unreadable replies beside success where there were any', async () => {
  const shown = async (share: number) => {
    const [before, after] = [0, share].map((unreadableReplies) => sideOf(each(() => ({ row: { unreadableReplies } }))));
    return (await compareSides(before!, after!, OPTIONS)).rows.map(({ metric, verdict }) => `${metric} ${verdict}`);
  };
  expect((await shown(0.5)).slice(0, 2)).toEqual(['success equal', 'unreadableReplies worse']);
  expect((await shown(0)).join()).not.toContain('unreadableReplies');
});

it('compareSides() adjusts for several planners, and for deciding metrics separately', async () => {
  const both = (one: readonly Outcome[]) => ['p', 'q'].flatMap((planner) => one.map((each) => ({ ...each, planner })));
  const { rows } = await compareSides(sideOf(both(ALL)), sideOf(both(LOST)), OPTIONS);
  const success = rows.filter(({ metric }) => metric === 'success');
  const expected = { p: 0.03125, pHolm: 0.0625, verdict: 'too_few' };
  expect(success).toMatchObject([expected, expected]);
  expect(rows.filter(({ decides }) => decides)).toEqual(success);
});

it('compareSides() compares money, pair by pair, where tokens and prices are known', async () => {
  const side = (promptTokens: number) => sideOf(each(() => ({ row: { promptTokens, completionTokens: 100 } })));
  const prices = { prompt: 2.5, completion: 10 };
  const comparison = await compareSides(side(1_000), side(3_000), { ...OPTIONS, prices });
  const money = comparison.rows.find(({ metric }) => metric === 'money');
  expect(money).toMatchObject({ decides: false, pairs: 8, baseline: 0.0035, candidate: 0.0085, difference: 0.005 });
  const line = shownComparison(comparison).metrics.shown.lines.find(([, , metric]) => metric === 'Money');
  expect(line?.slice(4, 7)).toEqual(['0.0035', '0.0085', '+0.005']);
  const unknown = await compareSides(sideOf([{}]), sideOf([{}]), { ...OPTIONS, prices });
  const unpriced = await compareSides(side(1_000), side(3_000), OPTIONS);
  expect([...unknown.rows, ...unpriced.rows].map(({ metric }) => metric)).not.toContain('money');
});

it('compareSides() lists missing episodes of either side, and why', async () => {
  const baseline = sideOf([{ task: 'a' }, { task: 'b' }, { task: 'c' }]);
  const candidate = sideOf([{ task: 'a' }, { task: 'b', end: 'tape_miss' }, { task: 'd' }]);
  const { pairs, missing } = await compareSides(baseline, candidate, OPTIONS);
  expect(pairs.map(({ episode }) => episode)).toEqual(['s/house/a/p/1']);
  expect(missing).toMatchObject([
    { episode: 's/house/b/p/1', in: 'candidate', why: 'tape_miss' },
    { episode: 's/house/c/p/1', in: 'candidate', why: 'absent' },
    { episode: 's/house/d/p/1', in: 'baseline', why: 'absent' },
  ]);
});

it('compareSides() names both planners where they are two, and missing episodes after the planner of the side without them', async () => {
  const baseline = sideOf([...ALL, { task: 'only' }]);
  const own = [...LOST, { task: 'more' }].map((one) => ({ ...one, planner: 'q' }));
  const { planners, pairs, rows, flips, missing } = await compareSides(baseline, sideOf(own), OPTIONS);
  const both = { planner: 'q', baselinePlanner: 'p' };
  expect(planners).toEqual([{ suite: 's', baseline: 'p', candidate: 'q' }]);
  expect(pairs[0]).toMatchObject({ episode: 's/house/a/q/1', ...both, baseline: { success: true } });
  expect(rows.find(({ metric }) => metric === 'success')).toMatchObject({ ...both, verdict: 'worse' });
  expect(flips[0]).toMatchObject({ episode: 's/house/a/q/1', ...both, change: 'lost' });
  expect(missing).toMatchObject([
    { episode: 's/house/only/q/1', in: 'candidate' },
    { episode: 's/house/more/p/1', in: 'baseline' },
  ]);
});

it('compareSides() adjusts for every pair of planners, where one is compared with several', async () => {
  const baseline = sideOf(['p', 'q'].flatMap((planner) => each(() => ({ planner }))));
  const candidate = sideOf(LOST.map((one) => ({ ...one, planner: 'own' })));
  const planners = ['p:own', 'q:own'].map(readNamedPair);
  const { rows, unpaired } = await compareSides(baseline, candidate, { ...OPTIONS, planners });
  const expected = ['p', 'q'].map((baselinePlanner) => ({ baselinePlanner, p: 0.03125, pHolm: 0.0625 }));
  expect(rows.filter(({ metric }) => metric === 'success')).toMatchObject(expected);
  expect(unpaired).toEqual([]);
});

const digests = (change: object) => ({ scene: 'scene', task: 'task', prompts: 'prompts', ...change });
const world = { env: 'symbolic', envOptions: { hands: 1 } };
it.for<[string, Outcome, string]>([
  ['suites', { suite: 'other' }, 'no suite in common; the baseline has "s", the candidate "other"'],
  ['episodes', { task: 'z' }, 'no episode in common that is complete on both sides; missing: 2 (absent in the'],
  ['scenes', { digests: digests({ scene: 'other' }) }, 'two different scenes called "house" (digests scene and other)'],
  ['tasks', { digests: digests({ task: 'other' }) }, 'two different tasks called "a" (digests task and other)'],
  ['worlds', { world }, 'different worlds of suite "s" (envOptions.hands is nothing and 1)'],
])('compareSides() refuses different %s', async ([, after, reason]) => {
  const refusal = { exitCode: 2, message: expect.stringContaining(reason) };
  await expect(compareSides(sideOf([{}]), sideOf([after]), OPTIONS)).rejects.toMatchObject(refusal);
});

it('compareSides() refuses a metric that does not say what is better', async () => {
  const options = { ...OPTIONS, deciding: ['latencyMs'] };
  await expect(compareSides(sideOf([{}]), sideOf([{}]), options)).rejects.toThrow(
    'No metric that can be compared is called "latencyMs"; known: success, unreadableReplies, stepsImputed, steps, goalConditionRecall,',
  );
});

it('compareSides() counts failures by kind', async () => {
  const side = (...kinds: (string | null)[]) =>
    sideOf(kinds.map((failureKind, at) => ({ task: `t${at}`, success: failureKind === null, row: { failureKind } })));
  const { failures, flips } = await compareSides(side('goal', null, null), side('parse', 'parse', null), OPTIONS);
  const ofPlanner = { suite: 's', planner: 'p', baselinePlanner: 'p' };
  expect(failures).toEqual([
    { ...ofPlanner, kind: 'parse', baseline: 0, candidate: 2 },
    { ...ofPlanner, kind: 'goal', baseline: 1, candidate: 0 },
  ]);
  expect(flips).toMatchObject([{ kind: 'parse', change: 'lost' }]);
});

it('compareSides() warns of other code, another model, a run that was cut short, and a task of a shipped suite that differs today', async () => {
  const old = sideOf([{ model: 'old' }], { name: 'old', finished: false, code: { version: '0.9.0', commit: null } });
  const { warnings } = await compareSides(old, sideOf([{ model: 'new' }]), OPTIONS);
  expect(warnings).toEqual([
    '"old" is not finished; run it again to compare all of it',
    'different versions of Tapedeck made the baseline (0.9.0) and the candidate (1.0.0, commit a1a1a1a1), which may cause differences',
    'different models answered: "old" and "new"',
  ]);
  expect((await compareSides(sideOf([{}]), sideOf([{}]), OPTIONS)).warnings).toEqual([]);
  const side = sideOf([{ suite: 'robot', scene: 'robot_home', task: 'heat_food_and_bring_to_sofa' }]);
  const [warning, ...others] = (await compareSides(side, side, OPTIONS)).warnings;
  expect(warning).toMatch(/^suite "robot" has changed since the baseline was made: 1 of its tasks differ,/);
  expect(others).toEqual([]);
});

const tasks = (count: number) => Array.from({ length: count }, (_, at) => `task_${at}`);

/** The first so many tasks succeed, on either side. */
async function overall(count: number, successes: readonly [number, number], options = OPTIONS) {
  const [baseline, candidate] = successes.map((many) =>
    sideOf(tasks(count).map((task, at): Outcome => ({ task, success: at < many }))),
  );
  const { verdict, text } = (await compareSides(baseline!, candidate!, options)).overall;
  return `${verdict}: ${text}`;
}

it('overallOf() is better or worse where the test is significant', async () => {
  expect(await overall(10, [10, 2])).toMatch(
    /^worse: Worse: Success of p in s, 10\/10 100\.0 % → 2\/10 20\.0 % \(−80\.0 pp, .*p = 0\.008\)$/,
  );
  expect(await overall(10, [2, 10])).toMatch(/^better: Better: /);
});

it('overallOf() has the difference that would not have shown where no difference is shown', async () => {
  expect(await overall(10, [10, 8])).toMatch(
    /^no_difference: No difference shown: .*, p = 0\.500; a difference below [\d.]+ pp could go unseen\)$/,
  );
  expect(await overall(10, [8, 8])).toBe(
    'no_difference: No difference shown: Success of p in s, 8/10 80.0 % → 8/10 80.0 % (the same in every pair; a difference below 67.3 pp could go unseen)',
  );
  const margin = { ...OPTIONS, margins: { share: 0.9, metrics: {} } };
  expect(await overall(10, [10, 8], margin)).toMatch(/^no_difference: No difference shown beyond the margin: /);
});

it('overallOf() is too few where the test could not be significant if all pairs turned', async () => {
  const few = 'Too few pairs to decide: Success of p in s has 5 pairs of 5 tasks; every test needs at least 6 tasks';
  for (const successes of [0, 5]) expect(await overall(5, [5, successes])).toBe(`too_few: ${few}`);
  expect(await overall(6, [6, 0])).toMatch(/^worse: /);
});

it('overallOf() is worse as soon as one planner is, and names what is better beside it', async () => {
  const side = (lost: string) =>
    sideOf(tasks(10).flatMap((task) => ['p', 'q'].map((planner) => ({ task, planner, success: planner !== lost }))));
  const { overall: mixed } = await compareSides(side('p'), side('q'), OPTIONS);
  expect(mixed.verdict).toBe('worse');
  expect(mixed.text).toMatch(/^Worse: Success of q in s, .* p = 0\.004\); better: Success of p in s, /);
});
