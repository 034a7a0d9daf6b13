/**
 * The first table of README.md: a line for each method, its success here and in the paper over all that is recorded of the paper's tasks, and what
 * an episode costs in prompt tokens. The figures by setting and level are in the summary.
 *
 * @module
 */
import type { Field } from '../../trace/metrics/metric.ts';
import { poolSome } from '../../trace/metrics/metrics.ts';
import { meanRange, sixDigits, sum } from '../../trace/metrics/numbers.ts';
import { shareOf } from '../../trace/metrics/share.ts';
import type { SuiteResults } from '../suite_results.ts';
import { NOT_RECORDED, type Table } from '../table.ts';
import { shareFields } from './olp/cells.ts';
import { householdLines, type Line, type Papers, tabletopLines } from './summary_table.ts';

type Overview = { readonly shown: readonly string[]; readonly row: Readonly<Record<string, Field>> };

/** Null where neither the table nor the house was played. */
export function overviewTable(suites: ReadonlyMap<string, SuiteResults>, papers: Papers): Table | null {
  const parts = [
    { suite: 'tabletop', title: 'At the table', lines: tabletopLines(suites, papers.olp).filter(isWhole) },
    { suite: 'household', title: 'In the house', lines: householdLines(suites, papers.llmState) },
  ].flatMap(({ suite, title, lines }) => {
    const results = suites.get(suite);
    return results === undefined ? [] : [{ title, lines: lines.map((line) => overviewOf(suite, results, line)) }];
  });
  if (parts.length === 0) return null;
  return {
    name: 'overview',
    title: 'Success and cost of each method',
    shown: {
      header: ['Method', 'Completed or done', 'In the paper', 'Prompt tokens an episode'],
      results: ['Completed or done', 'In the paper', 'Prompt tokens an episode'],
      lines: parts.flatMap(({ title, lines }) => [[`**${title}**`, '', '', ''], ...lines.map(({ shown }) => shown)]),
    },
    rows: parts.flatMap(({ lines }) => lines.map(({ row }) => row)),
    notes: [
      'plans completed at the table, tasks done in the house; in brackets 95 % intervals, clustered by task',
      `paper: with ${papers.olp.source.model} at the table, ${papers.llmState.source.model} in the house; its shares of the settings and levels, weighted by the episodes recorded here`,
    ],
  };
}

/** A method that plays in one setting only, such as a baseline as released, is no match for the others. */
function isWhole({ figures }: Line): boolean {
  return figures.every((figure) => figure !== null);
}

function overviewOf(suite: string, { episodes }: SuiteResults, { title, figures }: Line): Overview {
  const own = figures.flatMap((figure) => (figure?.keys.suite === suite ? [figure] : []));
  const { method = '', planner = '' } = own[0]?.keys ?? {};
  const played = episodes.filter((each) => each.complete && each.planner === planner);
  const share = shareOf(played, suite === 'tabletop' ? ({ completed }) => completed : ({ success }) => success);
  const cost = poolSome(played, ['promptTokens', 'promptTokensLow', 'promptTokensHigh']);
  const weights = own.map(({ here }) => (share === null ? 1 : (here?.episodes ?? 0)));
  const paperPercent = sixDigits(sum(own.map((figure, at) => figure.paperPercent * weights[at]!)) / sum(weights));
  const here =
    share === null ? NOT_RECORDED : `${share.percent.toFixed(0)} % (${share.low.toFixed(0)}–${share.high.toFixed(0)})`;
  const tokens = meanRange(cost.promptTokens, cost.promptTokensLow, cost.promptTokensHigh, 0);
  return {
    shown: [title, here, `${paperPercent.toFixed(0)} %`, share === null ? NOT_RECORDED : grouped(tokens)],
    row: { suite, method, planner, episodes: played.length, ...shareFields('successes', share), paperPercent, ...cost },
  };
}

/** `104,852`. */
function grouped(text: string): string {
  return text.replace(/\d+/g, (number) => Number(number).toLocaleString('en'));
}
