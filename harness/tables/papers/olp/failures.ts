/**
 * What failed where in OLP's tasks, from traces.
 *
 * @module
 */
import { countKinds, FAILURE_KINDS } from '../../../trace/metrics/failure_kind.ts';
import type { Field } from '../../../trace/metrics/metric.ts';
import { named } from '../../../trace/metrics/numbers.ts';
import { shareOf } from '../../../trace/metrics/share.ts';
import type { Content, PaperTable } from '../../paper_table.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { olpMethods, rowsOf, SETTINGS, shareText } from './cells.ts';
import { type PublishedOlp, publishedOlp } from './published.ts';

/** What ended the episodes that did not succeed, by kind; one line for each setting and method, and each method over all. */
export const failuresOlp: PaperTable = {
  suite: 'tabletop',
  name: 'olp_failures',
  title: 'OLP: how episodes without success failed',
  content: (results) => contentOf(results, publishedOlp()),
};

function contentOf(results: SuiteResults, published: PublishedOlp): Content {
  const tasks = published.figure_7.rows.map(({ task }) => task);
  const overall = olpMethods(published).map((method) => ({ setting: 'all' as const, tasks, method }));
  const lines: string[][] = [];
  const rows: Record<string, Field>[] = [];
  for (const { setting, tasks: those, method } of [...rowsOf(published, results), ...overall]) {
    const episodes = episodesOf(results, method.planner, those);
    const kinds = countKinds(episodes);
    const others = named(Object.fromEntries(Object.entries(kinds).filter(([kind]) => !isKnown(kind))));
    const counts = FAILURE_KINDS.map((kind): [string, number] => [kind, kinds[kind] ?? 0]);
    const successes = episodes.filter(({ success }) => success).length;
    const met = Object.entries(kinds).map(([kind, count]) => `${spaced(kind)} ${count}`);
    const cells = [shareText(shareOf(episodes, ({ success }) => success)), met.join(', ')];
    lines.push([setting === 'all' ? 'All' : SETTINGS[setting], method.title, ...cells]);
    const fields = { episodes: episodes.length, successes, ...Object.fromEntries(counts), other: others };
    rows.push({ setting, method: method.planner, ...fields });
  }
  return {
    shown: { keys: 2, header: ['Setting', 'Method', 'Success', 'Failed by'], results: ['Success', 'Failed by'], lines },
    rows,
    notes: FAILURE_NOTES,
  };
}

function isKnown(kind: string): boolean {
  return (FAILURE_KINDS as readonly string[]).includes(kind);
}

function spaced(kind: string): string {
  return kind.replaceAll('_', ' ');
}

const FAILURE_NOTES = [
  'success: share (successes/recorded episodes, 95 % interval clustered by task); failed by: episodes of each kind, of which only counts are told, since most are one or two',
  'each episode counts once, by what ended it; DELTA goes on after a subgoal without a plan: by an action that was refused, else by the first such subgoal',
  'parse: the reply cannot be read; schema: it can, but is not what was asked for; grounding: its names cannot be matched to what is in the scene',
  'unsolvable: no plan exists for what was written; planning limit: none was found within the limit on expansions',
  'precondition: the rules refused an action; motion: the rules allow it, the arm found no grasp, no configuration or no way',
  'goal: the whole plan was carried out, and the goal does not hold',
  'the paper names such causes, but gives no counts',
];
