import { describe, expect, it } from 'vitest';
import { compareSides } from './compare_sides.ts';
import { type Outcome, sideOf } from './testing/side_fixture.ts';

const OPTIONS = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };
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
        /^Too few to say: Success of p in s has 5 pairs of 5 tasks; no test tells anything of fewer than 6 tasks$/,
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
