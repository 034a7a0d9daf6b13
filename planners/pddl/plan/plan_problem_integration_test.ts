import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { HeuristicName } from '../search/best_first_search.ts';
import { planProblem } from './plan_problem.ts';

const SHARED = new URL('../../../../shared/pddl/', import.meta.url);
const isShared = existsSync(SHARED);

function read(path: string): string {
  return readFileSync(new URL(path, SHARED), 'utf8');
}

type Reference = Record<'id' | 'domain' | 'problem' | 'status', string> & { cost: number | null; expanded: number };

describe.skipIf(!isShared)("planProblem() and Fast Downward's results (skipped where ../shared/pddl is absent)", () => {
  const references: Reference[] = isShared ? JSON.parse(read('reference/results.json')).results : [];
  const ratios: string[] = [];
  afterAll(() => console.log(`expansions, times Fast Downward's: ${ratios.join(', ')}`));

  it.each(references)('agree on $id', (reference) => {
    const texts = [read(`reference/${reference.domain}`), read(`reference/${reference.problem}`)] as const;
    const document = planProblem(...texts, { limits: { expansionsMax: 2 * reference.expanded } });
    const status = reference.status === 'solved' ? 'solved' : 'unsolvable';
    expect(document).toMatchObject({ status, cost: reference.cost });
    const ratio = (document.expanded ?? 0) / reference.expanded;
    ratios.push(`${reference.id} ${ratio.toFixed(2)}`);
    expect(ratio).toBeGreaterThanOrEqual(0.5);
  });
});

function problemsOf(name: string) {
  const files = isShared ? readdirSync(new URL(`llm-pddl/${name}/`, SHARED)) : [];
  return files.filter((file) => /^p\d+\.pddl$/.test(file)).map((file) => [name, file] as const);
}

describe.skipIf(!isShared)('planProblem() on the problems of LLM+P (skipped where ../shared/pddl is absent)', () => {
  const problems = ['blocksworld', 'grippers'].flatMap(problemsOf);
  let [solved, compared] = [0, 0];
  afterAll(() => console.log(`${solved} of ${problems.length} solved by A*, ${compared} with h_max as well`));

  function costOf(texts: readonly [string, string], heuristic: HeuristicName, expansionsMax: number): number | null {
    const document = planProblem(...texts, { heuristic, limits: { expansionsMax } });
    expect(['solved', 'limit']).toContain(document.status);
    return document.cost;
  }

  it.each(problems)('solves %s/%s', (name, file) => {
    const texts = [read(`llm-pddl/${name}/domain.pddl`), read(`llm-pddl/${name}/${file}`)] as const;
    const greedy = planProblem(...texts, { search: 'gbfs', heuristic: 'ff', limits: { expansionsMax: 10_000 } });
    expect(greedy.status).toBe('solved');
    const cost = costOf(texts, 'lmcut', 1_000);
    if (cost === null) return;
    solved++;
    expect(greedy.cost).toBeGreaterThanOrEqual(cost);
    const other = costOf(texts, 'hmax', 10_000);
    if (other === null) return;
    compared++;
    expect(other).toBe(cost);
  });
});
