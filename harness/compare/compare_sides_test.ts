/**
 * Comparing two sides: what is told of pairs, and which sides are refused.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { compareSides } from './compare_sides.ts';
import { cellsOf } from './comparison_tables.ts';
import { readNamedPair } from './pair_planners.ts';
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
    const { rows } = await compareSides(side(1_000), side(3_000), { ...options, prices });
    const money = rows.find(({ metric }) => metric === 'money')!;
    expect(money).toMatchObject({ decides: false, pairs: 2, baseline: 0.0035, candidate: 0.0085, difference: 0.005 });
    expect(cellsOf(money).slice(4, 7)).toEqual(['0.0035', '0.0085', '+0.005']);
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
    ['suites', {}, { suite: 'other' }, /no suite in common; the one has "s", the other "other"/],
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
      '"old" was not played to its end; run it again to compare all of it',
      'the baseline was made by other code: 0.9.0, the candidate by 1.0.0 (commit a1a1a1a1); what differs may be Tapedeck’s doing',
      'different models answered: "old" and "new"',
    ]);
  });

  it('is told by a task of a shipped suite that is another today', async () => {
    const episode = { suite: 'robot', scene: 'robot_home', task: 'heat_food_and_bring_to_sofa' };
    const { warnings } = await compareSides(sideOf([episode]), sideOf([episode]), OPTIONS);
    expect(warnings).toEqual([
      expect.stringMatching(/^suite "robot" has changed since: 1 of its tasks are others today/),
    ]);
  });

  it('is not told where nothing differs', async () => {
    expect((await compareSides(sideOf([{}]), sideOf([{}]), OPTIONS)).warnings).toEqual([]);
  });
});
