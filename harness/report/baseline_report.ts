import { unescapedMarkup } from '../tables/escaped_markup.ts';
import type { TablesResult } from '../tables/papers/all_tables.ts';
import { answersOf, provenanceClauses } from '../tables/suite_results.ts';
import type { Overview, ReportedFigure } from './overview_page.ts';
import type { ReportedRun } from './reported_episode.ts';

export function baselineReport(
  { replayed, files, shown }: Pick<TablesResult, 'replayed' | 'files' | 'shown'>,
  tapes: readonly string[],
): Readonly<{ overview: Overview; runs: readonly ReportedRun[] }> {
  const runs = replayed
    .filter(({ result }) => result.traces.length > 0)
    .map(({ name, suite, result }) => ({ name: suite.name, suite: name, tapes, traces: result.traces }));
  const figures = [...files].flatMap(([file, svg]) => (file.endsWith('.svg') ? [figureOf(file, svg)] : []));
  const about = [
    'This report replays the recorded episodes of all planners from the tapes. It shows prompts, replies, parsed results, beliefs, actions and their effects.',
  ];
  const sources = replayed.flatMap(({ suite: { name, model }, tape }) => {
    const provenance = provenanceClauses(tape.provenance, model);
    return provenance.length === 0 ? [] : [`Suite ${name}: ${answersOf({ model, provenance })}.`];
  });
  const title = 'LLM robot planners, episode by episode';
  return { overview: { title, about, sources, compared: null, tables: shown, figures, partings: new Map() }, runs };
}

function figureOf(file: string, svg: string): ReportedFigure {
  const [, title = file] = /<title(?: id="[\w-]+")?>([^<]*)<\/title>/.exec(svg) ?? [];
  // File names distinguish the figures of different suites.
  return { title: `${file.slice(0, -'.svg'.length).replaceAll('_', ' ')}: ${unescapedMarkup(title)}`, file, svg };
}
