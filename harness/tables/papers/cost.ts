import { mean } from '../../trace/metrics/numbers.ts';
import { shareOf } from '../../trace/metrics/pooling.ts';
import { drawFrontier, type FrontierPanel } from '../figures/draw_frontier.ts';
import { episodesOf, type SuiteResults } from '../suite_results.ts';
import type { CostSuite } from './cost_table.ts';
import { householdColumns } from './llm_state/methods.ts';
import { OLP_METHODS } from './olp/olp.ts';

export const FRONTIER_FILE = 'cost_frontier.svg';

const TITLES: Readonly<Record<string, string>> = { household: 'In the house', tabletop: 'At the table' };

export function costSuites(): CostSuite[] {
  const house = householdColumns().filter(({ at }) => at !== null);
  const table = OLP_METHODS.filter(({ at }) => at !== null);
  return [
    { suite: 'household', methods: house, reference: 'llm_state' },
    { suite: 'tabletop', methods: table, reference: 'olp' },
  ];
}

/** Null if neither house nor table was played. */
export async function costFrontier(suites: ReadonlyMap<string, SuiteResults>): Promise<string | null> {
  const panels = costSuites().flatMap((each) => {
    const points = pointsOf(each, suites.get(each.suite));
    return points.length === 0 ? [] : [{ title: TITLES[each.suite] ?? each.suite, points }];
  });
  return panels.length === 0
    ? null
    : drawFrontier({ title: 'What success costs', panels, caption: ['Numbers and differences in pairs: cost.md.'] });
}

function pointsOf({ methods }: CostSuite, results: SuiteResults | undefined): FrontierPanel['points'] {
  return methods.flatMap(({ planner, title }) => {
    const own = results === undefined ? [] : episodesOf(results, planner);
    const success = shareOf(own, (each) => each.success);
    const promptTokens = mean(own.map((each) => each.promptTokens));
    // A log axis has no zero.
    return success === null || promptTokens === null || promptTokens === 0 ? [] : [{ title, success, promptTokens }];
  });
}
