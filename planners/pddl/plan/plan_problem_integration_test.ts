/**
 * Other people's problems: what Fast Downward says of them, and plans that are valid and of one cost by each way of searching.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPddl } from '../check/check_pddl.ts';
import type { HeuristicName } from '../search/best_first_search.ts';
import { validatePlan } from '../validate/validate_plan.ts';
import { planProblem } from './plan_problem.ts';

const SHARED = new URL('../../../../shared/pddl/', import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, SHARED), 'utf8');
}

type Reference = {
  readonly id: string;
  readonly domain: string;
  readonly problem: string;
  readonly status: string;
  readonly cost: number | null;
  readonly expanded: number;
};

describe.skipIf(!existsSync(SHARED))(
  "planProblem() and Fast Downward's results (skipped where ../shared/pddl is absent)",
  () => {
    const references: Reference[] = existsSync(SHARED) ? JSON.parse(read('reference/results.json')).results : [];
    const ratios: string[] = [];
    afterAll(() => console.log(`expansions, times Fast Downward's: ${ratios.join(', ')}`));

    it.each(references)('agree on $id', (reference) => {
      const document = planProblem(read(`reference/${reference.domain}`), read(`reference/${reference.problem}`), {
        limits: { expansionsMax: 2 * reference.expanded },
      });
      expect([document.status, document.cost]).toEqual([
        reference.status === 'solved' ? 'solved' : 'unsolvable',
        reference.cost,
      ]);
      const ratio = (document.expanded ?? 0) / reference.expanded;
      ratios.push(`${reference.id} ${ratio.toFixed(2)}`);
      expect(ratio).toBeGreaterThanOrEqual(0.5);
    });
  },
);

/** Enough for most; the others would take minutes. */
const EXPANSIONS_MAX = 1_000;

describe.skipIf(!existsSync(SHARED))(
  'planProblem() on the problems of LLM+P (skipped where ../shared/pddl is absent)',
  () => {
    const problems = ['blocksworld', 'grippers'].flatMap((name) =>
      existsSync(SHARED)
        ? readdirSync(new URL(`llm-pddl/${name}/`, SHARED))
            .filter((file) => /^p\d+\.pddl$/.test(file))
            .sort()
            .map((file) => [name, file] as const)
        : [],
    );
    let solved = 0;
    let compared = 0;
    afterAll(() => console.log(`${solved} of ${problems.length} solved by A*, ${compared} with h_max as well`));

    function costOf(texts: readonly [string, string], heuristic: HeuristicName): number | null {
      const expansionsMax = heuristic === 'lmcut' ? EXPANSIONS_MAX : 10 * EXPANSIONS_MAX;
      const document = planProblem(...texts, { heuristic, limits: { expansionsMax } });
      expect(['solved', 'limit']).toContain(document.status);
      return document.cost;
    }

    it.each(problems)('solves %s/%s', (name, file) => {
      const texts = [read(`llm-pddl/${name}/domain.pddl`), read(`llm-pddl/${name}/${file}`)] as const;
      const greedy = planProblem(...texts, {
        search: 'gbfs',
        heuristic: 'ff',
        limits: { expansionsMax: 10_000 },
      });
      expect(greedy.status).toBe('solved');
      const checked = checkPddl(...texts);
      if (checked.status !== 'ok') throw new Error(checked.message);
      expect(validatePlan(checked.domain, checked.problem, greedy.plan ?? [])).toEqual({
        status: 'valid',
        cost: greedy.cost,
      });
      const cost = costOf(texts, 'lmcut');
      if (cost === null) return;
      solved++;
      expect(greedy.cost).toBeGreaterThanOrEqual(cost);
      const other = costOf(texts, 'hmax');
      if (other === null) return;
      compared++;
      expect(other).toBe(cost);
    });
  },
);
