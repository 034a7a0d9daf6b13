/**
 * What it cost: calls and tokens of each role of a method.
 *
 * @module
 */
import { meanRange } from '../trace/metrics/numbers.ts';
import { costByRole } from '../trace/metrics/roles.ts';
import type { PlayedGroup } from './suite_results.ts';
import type { Table } from './table.ts';

export function roleTable(groups: readonly PlayedGroup[]): Table {
  const rows = groups.flatMap(({ suite, planner, episodes }) =>
    costByRole(episodes).map((cost) => ({ suite, planner, ...cost })),
  );
  return {
    name: 'roles',
    title: 'What it cost: calls and tokens by role, mean per episode',
    shown: {
      keys: 3,
      header: ['Suite', 'Planner', 'Role', 'Calls', 'Prompt tokens', 'Answer tokens'],
      results: ['Calls'],
      lines: rows.map((row) => [
        row.suite,
        row.planner,
        row.role,
        meanRange(row.calls, row.callsLow, row.callsHigh, 1),
        meanRange(row.promptTokens, row.promptTokensLow, row.promptTokensHigh, 0),
        meanRange(row.completionTokens, row.completionTokensLow, row.completionTokensHigh, 0),
      ]),
    },
    rows,
    notes: [
      'in brackets: 95 % interval by bootstrap over tasks; none where one task is recorded, or every draw of tasks has the same mean',
      'tokens as recorded with the answers, n/a where some have none; the manifest of the tape names the tokenizer where they were counted here',
    ],
  };
}
