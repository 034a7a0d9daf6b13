import { describe, expect, it } from 'vitest';
import { compareSides } from './comparison.ts';
import { readNamedPair } from './pairs.ts';
import { shownComparison } from './shown_comparison.ts';
import { type Outcome, sideOf } from './testing/side_fixture.ts';

const OPTIONS = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
const TASKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function each(change: (at: number) => Outcome): Outcome[] {
  return TASKS.map((task, at) => ({ task, ...change(at) }));
}

async function rowOf(metric: string, baseline: readonly Outcome[], candidate: readonly Outcome[], options = OPTIONS) {
  const { rows } = await compareSides(sideOf(baseline), sideOf(candidate), options);
  return rows.find((row) => row.metric === metric);
}

describe('compareSides(), success', () => {
  it('is worse where six of eight tasks turned one way', async () => {
    const row = await rowOf(
      'success',
      each(() => ({})),
      each((at) => ({ success: at > 5 })),
    );
    expect(row).toMatchObject({
      pairs: 8,
      tasks: 8,
      baseline: 1,
      candidate: 0.25,
      difference: -0.75,
      gained: 0,
      lost: 6,
      test: 'mcnemar',
      p: 0.03125,
      pTasks: null,
      verdict: 'worse',
    });
    expect(row?.interval?.high).toBeLessThan(0);
  });

  it('is too few to tell where five did, and says how much could be told', async () => {
    const row = await rowOf(
      'success',
      each(() => ({})),
      each((at) => ({ success: at > 4 })),
    );
    expect(row).toMatchObject({ p: 0.0625, verdict: 'too_few' });
    expect(row?.detectable).toBeGreaterThan(0.75);
  });

  it('does not take the scenes of one task for as many tasks', async () => {
    const scenes = Array.from({ length: 12 }, (_, at) => ({ task: 'only', scene: `house_${at}` }));
    const row = await rowOf(
      'success',
      scenes,
      scenes.map((scene) => ({ ...scene, success: false })),
    );
    expect(row).toMatchObject({
      pairs: 12,
      tasks: 1,
      pPairs: 0.000488281,
      pTasks: 1,
      p: 1,
      detectable: null,
      verdict: 'too_few',
    });
  });

  it('is equal where no pair differs, and within a margin where the interval is', async () => {
    expect(
      await rowOf(
        'success',
        each(() => ({})),
        each(() => ({})),
      ),
    ).toMatchObject({ verdict: 'equal', p: 1 });
    const many = Array.from({ length: 400 }, (_, at) => ({ task: `t${at}` }));
    const wide = { ...OPTIONS, margins: { share: 0.05, metrics: {} } };
    const row = await rowOf(
      'success',
      many,
      many.map((one, at) => ({ ...one, success: at !== 7 })),
      wide,
    );
    expect(row).toMatchObject({ verdict: 'within_margin' });
  });
});

describe('compareSides(), other metrics', () => {
  it('compares steps over pairs of successes, of which fewer are better', async () => {
    const row = await rowOf(
      'steps',
      each((at) => ({ steps: 10, success: at > 0 })),
      each((at) => ({ steps: 5 - at / 10 })),
    );
    expect(row).toMatchObject({
      pairs: 7,
      over: 'both succeed',
      gained: 7,
      lost: 0,
      test: 'wilcoxon',
      verdict: 'better',
    });
    expect(row?.interval?.high).toBeLessThan(-4);
  });

  it('compares costs where both succeed, and apart from that over all pairs, a failure at its limit or as it ran', async () => {
    const cost = (steps: number, promptTokens: number) => ({ steps, row: { stepsImputed: steps, promptTokens } });
    const baseline = each(() => cost(10, 100));
    const candidate = each((at) =>
      at === 0 ? { success: false, steps: 4, row: { stepsImputed: 50, promptTokens: 40 } } : cost(9, 90),
    );
    const readings = ['steps', 'stepsImputed', 'promptTokens', 'promptTokensOfAll'].map(async (metric) => {
      const row = await rowOf(metric, baseline, candidate);
      return [row?.pairs, row?.over, row?.gained, row?.lost, row?.difference];
    });
    expect(await Promise.all(readings)).toEqual([
      [7, 'both succeed', 7, 0, -1],
      [8, 'failures at the limit', 7, 1, 4.125],
      [7, 'both succeed', 7, 0, -10],
      [8, 'failures as they ran', 8, 0, -16.25],
    ]);
  });

  it('leaves out what a side does not know, and calls where none were made', async () => {
    expect(
      await rowOf(
        'promptTokens',
        each(() => ({})),
        each(() => ({})),
      ),
    ).toBeUndefined();
    const asked = (calls: number) => each(() => ({ row: { calls } }));
    expect(await rowOf('calls', asked(0), asked(0))).toBeUndefined();
    expect(await rowOf('calls', asked(2), asked(3))).toMatchObject({ difference: 1, verdict: 'worse' });
  });

  it('adjusts for several planners, and for metrics that decide apart from those that do not', async () => {
    const both = (success: (at: number) => boolean) =>
      ['p', 'q'].flatMap((planner) => each((at) => ({ planner, success: success(at) })));
    const { rows } = await compareSides(sideOf(both(() => true)), sideOf(both((at) => at > 5)), OPTIONS);
    const success = rows.filter(({ metric }) => metric === 'success');
    expect(success.map(({ p, pHolm, verdict }) => [p, pHolm, verdict])).toEqual([
      [0.03125, 0.0625, 'too_few'],
      [0.03125, 0.0625, 'too_few'],
    ]);
    expect(rows.filter(({ decides }) => decides)).toEqual(success);
  });
});

describe('compareSides(), prices', () => {
  const options = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
  const prices = { prompt: 2.5, completion: 10 };
  const side = (promptTokens: number) =>
    sideOf(['a', 'b'].map((task) => ({ task, row: { promptTokens, completionTokens: 100 } })));

  it('compares money, pair by pair', async () => {
    const comparison = await compareSides(side(1_000), side(3_000), { ...options, prices });
    const money = comparison.rows.find(({ metric }) => metric === 'money')!;
    expect(money).toMatchObject({ decides: false, pairs: 2, baseline: 0.0035, candidate: 0.0085, difference: 0.005 });
    const line = shownComparison(comparison).metrics.shown.lines.find(([, , metric]) => metric === 'Money');
    expect(line?.slice(4, 7)).toEqual(['0.0035', '0.0085', '+0.005']);
  });

  it('has no money where tokens are not known, or there is no price', async () => {
    const unknown = await compareSides(sideOf([{}]), sideOf([{}]), { ...options, prices });
    const unpriced = await compareSides(side(1_000), side(3_000), options);
    expect([...unknown.rows, ...unpriced.rows].map(({ metric }) => metric)).not.toContain('money');
  });
});

describe('compareSides(), pairs', () => {
  it('names what is missing on either side, and why', async () => {
    const baseline = sideOf([{ task: 'a' }, { task: 'b' }, { task: 'c' }]);
    const candidate = sideOf([{ task: 'a' }, { task: 'b', end: 'tape_miss' }, { task: 'd' }]);
    const { pairs, missing } = await compareSides(baseline, candidate, OPTIONS);
    expect(pairs.map(({ episode }) => episode)).toEqual(['s/house/a/p/1']);
    expect(missing.map(({ episode, in: where, why }) => [episode, where, why])).toEqual([
      ['s/house/b/p/1', 'candidate', 'tape_miss'],
      ['s/house/c/p/1', 'candidate', 'absent'],
      ['s/house/d/p/1', 'baseline', 'absent'],
    ]);
  });

  it('names both planners where they are two, and what is missing as the side that lacks it would', async () => {
    const baseline = sideOf([...each(() => ({})), { task: 'only' }]);
    const candidate = sideOf([...each((at) => ({ planner: 'q', success: at > 5 })), { planner: 'q', task: 'more' }]);
    const { planners, pairs, rows, flips, missing } = await compareSides(baseline, candidate, OPTIONS);
    const both = { planner: 'q', baselinePlanner: 'p' };
    expect(planners).toEqual([{ suite: 's', baseline: 'p', candidate: 'q' }]);
    expect(pairs[0]).toMatchObject({ episode: 's/house/a/q/1', ...both, baseline: { success: true } });
    expect(rows.find(({ metric }) => metric === 'success')).toMatchObject({ ...both, verdict: 'worse' });
    expect(flips[0]).toMatchObject({ episode: 's/house/a/q/1', ...both, turned: 'lost' });
    expect(missing.map(({ episode, in: where }) => [episode, where])).toEqual([
      ['s/house/only/q/1', 'candidate'],
      ['s/house/more/p/1', 'baseline'],
    ]);
  });

  it('adjusts for every pair of planners, where one is compared with several', async () => {
    const baseline = sideOf(['p', 'q'].flatMap((planner) => each(() => ({ planner }))));
    const candidate = sideOf(each((at) => ({ planner: 'own', success: at > 5 })));
    const planners = ['p:own', 'q:own'].map(readNamedPair);
    const { rows, unpaired } = await compareSides(baseline, candidate, { ...OPTIONS, planners });
    const success = rows.filter(({ metric }) => metric === 'success');
    expect(success.map(({ baselinePlanner, p, pHolm }) => [baselinePlanner, p, pHolm])).toEqual([
      ['p', 0.03125, 0.0625],
      ['q', 0.03125, 0.0625],
    ]);
    expect(unpaired).toEqual([]);
  });

  const digests = { scene: 'scene', task: 'task', prompts: 'prompts' };
  it.for<[string, Outcome, Outcome, RegExp]>([
    ['suites', {}, { suite: 'other' }, /no suite in common; the baseline has "s", the candidate "other"/],
    ['episodes', {}, { task: 'z' }, /no episode in common that both played to its end; 2 of either are absent/],
    [
      'scenes',
      {},
      { digests: { ...digests, scene: 'other' } },
      /two different scenes called "house" \(digests scene and other\)/,
    ],
    [
      'tasks',
      {},
      { digests: { ...digests, task: 'other' } },
      /two different tasks called "a" \(digests task and other\)/,
    ],
    [
      'worlds',
      {},
      { world: { env: 'symbolic', envOptions: { hands: 1 } } },
      /different worlds of suite "s" \(envOptions\.hands is nothing and 1\)/,
    ],
  ])('refuses different %s', async ([, before, after, message]) => {
    await expect(compareSides(sideOf([before]), sideOf([after]), OPTIONS)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  });

  it('refuses a metric that does not say what is better', async () => {
    const options = { ...OPTIONS, deciding: ['latencyMs'] };
    await expect(compareSides(sideOf([{}]), sideOf([{}]), options)).rejects.toThrow(
      'No metric that can be compared is called "latencyMs"; known: success, unreadableReplies, stepsImputed, steps, goalConditionRecall,',
    );
  });
});

describe('compareSides(), a stale baseline', () => {
  it('is told by its code, its model and a run that was cut short', async () => {
    const old = sideOf([{ model: 'old' }], { name: 'old', finished: false, code: { version: '0.9.0', commit: null } });
    const { warnings } = await compareSides(old, sideOf([{ model: 'new' }]), OPTIONS);
    expect(warnings).toEqual([
      '"old" is not finished; run it again to compare all of it',
      'other code made the baseline: 0.9.0, the candidate: 1.0.0 (commit a1a1a1a1); Tapedeck may cause differences',
      'different models answered: "old" and "new"',
    ]);
  });

  it('is told by a task of a shipped suite that is another today', async () => {
    const episode = { suite: 'robot', scene: 'robot_home', task: 'heat_food_and_bring_to_sofa' };
    const { warnings } = await compareSides(sideOf([episode]), sideOf([episode]), OPTIONS);
    expect(warnings).toEqual([expect.stringMatching(/^suite "robot" has changed since: 1 of its tasks differ today/)]);
  });

  it('is not told where nothing differs', async () => {
    expect((await compareSides(sideOf([{}]), sideOf([{}]), OPTIONS)).warnings).toEqual([]);
  });
});

const tasks = (count: number) => Array.from({ length: count }, (_, at) => `task_${at}`);

/** The verdict on tasks of which the first so many succeed, on either side. */
async function overall(count: number, successes: readonly [number, number], options = OPTIONS) {
  const [baseline, candidate] = successes.map((many) =>
    sideOf(tasks(count).map((task, at): Outcome => ({ task, success: at < many }))),
  );
  return (await compareSides(baseline!, candidate!, options)).overall;
}

describe('overallOf()', () => {
  it('is better or worse where the test says so', async () => {
    expect(await overall(10, [10, 2])).toEqual({
      verdict: 'worse',
      text: expect.stringMatching(
        /^Worse: Success of p in s, 10\/10 100\.0 % → 2\/10 20\.0 % \(−80\.0 pp, .*p = 0\.008\)$/,
      ),
    });
    expect(await overall(10, [2, 10])).toMatchObject({ verdict: 'better', text: expect.stringMatching(/^Better: /) });
  });

  it('says what would not have shown where no difference is shown', async () => {
    expect(await overall(10, [10, 8])).toEqual({
      verdict: 'no_difference',
      text: expect.stringMatching(/^No difference shown: .*, p = 0\.500; less than [\d.]+ pp would not show\)$/),
    });
    expect((await overall(10, [8, 8])).text).toBe(
      'No difference shown: Success of p in s, 8/10 80.0 % → 8/10 80.0 % (the same in every pair; less than 67.3 pp would not show)',
    );
    const margin = { ...OPTIONS, margins: { share: 0.9, metrics: {} } };
    expect((await overall(10, [10, 8], margin)).text).toMatch(/^No difference shown beyond the margin: /);
  });

  it('is too few to say where not even all pairs turned would tell', async () => {
    const few = {
      verdict: 'too_few',
      text: expect.stringMatching(
        /^Too few to say: Success of p in s has 5 pairs of 5 tasks; every test needs at least 6 tasks$/,
      ),
    };
    expect(await overall(5, [5, 0])).toEqual(few);
    expect(await overall(5, [5, 5])).toEqual(few);
    expect(await overall(6, [6, 0])).toMatchObject({ verdict: 'worse' });
  });

  it('is worse as soon as one planner is, and names what is better beside it', async () => {
    const side = (lost: string) =>
      sideOf(tasks(10).flatMap((task) => ['p', 'q'].map((planner) => ({ task, planner, success: planner !== lost }))));
    const { overall: mixed } = await compareSides(side('p'), side('q'), OPTIONS);
    expect(mixed.verdict).toBe('worse');
    expect(mixed.text).toMatch(/^Worse: Success of q in s, .* p = 0\.004\); better: Success of p in s, /);
  });
});

describe('compareSides()', () => {
  it('shows the share of unreadable replies beside success where there were any', async () => {
    const side = (share: number) => sideOf(tasks(8).map((task) => ({ task, row: { unreadableReplies: share } })));
    const metricsOf = async (baseline: number, candidate: number) =>
      (await compareSides(side(baseline), side(candidate), OPTIONS)).rows.map(({ metric, verdict }) => [
        metric,
        verdict,
      ]);
    expect((await metricsOf(0, 0.5)).slice(0, 2)).toEqual([
      ['success', 'equal'],
      ['unreadableReplies', 'worse'],
    ]);
    expect((await metricsOf(0, 0)).map(([metric]) => metric)).not.toContain('unreadableReplies');
  });

  it('counts failures by kind', async () => {
    const side = (kinds: readonly (string | null)[]) =>
      sideOf(
        tasks(kinds.length).map((task, at) => ({
          task,
          success: kinds[at] === null,
          row: { failureKind: kinds[at] ?? null },
        })),
      );
    const { failures, flips } = await compareSides(side(['goal', null, null]), side(['parse', 'parse', null]), OPTIONS);
    expect(failures).toEqual([
      { suite: 's', planner: 'p', baselinePlanner: 'p', kind: 'parse', baseline: 0, candidate: 2 },
      { suite: 's', planner: 'p', baselinePlanner: 'p', kind: 'goal', baseline: 1, candidate: 0 },
    ]);
    expect(flips.map(({ kind, turned }) => [kind, turned])).toEqual([['parse', 'lost']]);
  });
});
