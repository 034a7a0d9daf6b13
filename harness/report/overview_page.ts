import { counted } from '../io/errors/counted.ts';
import { unescapedMarkup } from '../tables/escaped_markup.ts';
import type { TablesResult } from '../tables/papers/all_tables.ts';
import { answersOf, provenanceClauses } from '../tables/suite_results.ts';
import type { Table } from '../tables/table.ts';
import { mean, spaced } from '../trace/metrics/numbers.ts';
import { address, framePage, type Html, headings, html, list, scrollBox, withBreaks } from './html.ts';
import { cellOf, type ListedEpisode, OUTCOMES, outcomeOf, pairAddress, type ReportedRun } from './reported_episode.ts';

export type ReportedFigure = Readonly<{ title: string; file: string; svg: string }>;

export type Overview = Readonly<{
  title: string;
  about: readonly string[];
  sources: readonly string[];
  compared: Html | null;
  tables: readonly Table[];
  figures: readonly ReportedFigure[];
  firstDifferences: ReadonlyMap<string, readonly string[]>;
}>;

export function overviewPage(
  { title, about, sources, compared, tables, figures, firstDifferences }: Overview,
  episodes: readonly ListedEpisode[],
): string {
  const flips = flipsOf(episodes);
  return framePage({
    title,
    kind: 'overview',
    root: '',
    scripts: ['overview.js'],
    keys: [
      ['/', 'filters'],
      ['j', 'next episode'],
      ['k', 'previous episode'],
      ['x', 'reset filters and order'],
    ],
    header: html`<nav aria-label="Report"><a href="#episodes">Episodes</a>${flips.length === 0 ? null : html` <a href="#flips">Flipped</a>`}${figures.length === 0 ? null : html` <a href="#figures">Figures</a>`} <a href="#tables">Tables</a> <a href="pair.html">Side by side</a></nav>`,
    main: html`<h1>${title}</h1>
${about.map((paragraph) => html`<p>${paragraph}</p>`)}
${compared}
<details class="quiet"><summary>Sources</summary>${list(sources)}</details>
${runSummary(episodes)}
${episodeList(episodes)}
${flips.length === 0 ? null : flipList(flips, firstDifferences)}
${figures.length === 0 ? null : html`<section id="figures"><h2>Figures</h2>${figures.map(figureSection)}</section>`}
<section id="tables"><h2>Tables</h2>${tables.map((table, at) => tableSection(table, at === 0))}</section>`,
  });
}

const OPEN_ROWS_MAX = 12;

function runSummary(episodes: readonly ListedEpisode[]): Html {
  const groups = [...Map.groupBy(episodes, ({ run, metrics }) => JSON.stringify([run, metrics.planner])).values()];
  const table = html`<table class="sorts">${headings({ Run: '', Planner: '', Episodes: 'n wide', Success: 'n', Steps: 'n' })}
<tbody>${groups.map(runRow)}</tbody></table>`;
  return html`<section id="runs"><details${groups.length <= OPEN_ROWS_MAX ? html` open` : null}><summary><h2 class="folds">Runs and planners</h2></summary>
${scrollBox('Runs and planners', table)}
<p class="quiet">Success: successful episodes among the complete ones. Steps: mean over successful episodes. Select a planner to list its episodes.</p></details></section>`;
}

function runRow(group: readonly ListedEpisode[]): Html {
  const { run, metrics } = group[0]!;
  const complete = group.filter((each) => each.metrics.complete);
  const solved = complete.filter((each) => each.metrics.success);
  const steps = mean(solved.map((each) => each.metrics.steps));
  const share = complete.length === 0 ? '–' : `${((100 * solved.length) / complete.length).toFixed(1)} %`;
  const only = new URLSearchParams({ run, planner: metrics.planner }).toString();
  return html`<tr><td>${withBreaks(run)}</td><th scope="row"><a href="#${only}">${withBreaks(metrics.planner)}</a></th><td class="n wide">${group.length}</td><td class="n">${share} <small>${solved.length}/${complete.length}</small></td><td class="n">${steps === null ? '–' : steps.toFixed(1)}</td></tr>\n`;
}

const FILTERS: readonly (readonly [name: string, label: string, valueIn: (episode: ListedEpisode) => string])[] = [
  ['run', 'Run', ({ run }) => run],
  ['planner', 'Planner', ({ metrics }) => metrics.planner],
  ['task', 'Task', ({ metrics }) => metrics.task],
  ['scene', 'Scene', ({ metrics }) => metrics.scene],
  ['outcome', 'Outcome', ({ metrics }) => outcomeOf(metrics)],
  ['failure', 'Failure', ({ metrics }) => metrics.failureKind ?? ''],
];

const EPISODE_COLUMNS = {
  ...{ Task: '', Run: '', Planner: '', Success: '', Failure: 'wide', Steps: 'n' },
  ...{ Refused: 'n wide', GCR: 'n wide', Calls: 'n wide' },
};

function episodeList(episodes: readonly ListedEpisode[]): Html {
  const fields = FILTERS.map(([name, label, valueIn]) => {
    const counts = Map.groupBy(episodes, valueIn);
    const values = [...counts.keys()].filter((value) => value !== '');
    if (name === 'run' && values.length < 2) return null;
    const sorted = name === 'run' || name === 'planner' ? values : values.sort(byNumbers);
    return html`<label>${label} <select name="${name}"><option value="">any</option>${sorted.map((value) => html`<option value="${value}">${value} (${counts.get(value)?.length ?? 0})</option>`)}</select></label>`;
  });
  return html`<section id="episodes"><h2>Episodes</h2>
<form class="filters" role="search" aria-label="Filter the episodes">${fields}<label>Name <input name="text" type="search" placeholder="part of a name" autocomplete="off"></label> <button type="reset">Clear</button></form>
<p role="status" class="count">${counted(episodes.length, 'episode')}</p>
${scrollBox(
  'Episodes',
  html`<table class="episodes sorts">${headings(EPISODE_COLUMNS)}
<tbody>${episodes.map(episodeRow)}</tbody></table>`,
)}
<button type="button" class="all" hidden>Show all</button>
<p class="quiet">Steps: episode / reference plan. GCR: final goal-condition recall. The address contains the filters and the order, so that you can share it.</p></section>`;
}

function episodeRow(episode: ListedEpisode): Html {
  const { metrics, path, run } = episode;
  const { scene, task, trial, planner, failureKind } = metrics;
  const values = FILTERS.map(([, , valueIn]) => valueIn(episode));
  const outcome = outcomeOf(metrics);
  const [mark = '', word = ''] = OUTCOMES[outcome].split(' ');
  return html`<tr data-v="${values.join('\n')}"><th scope="row"><a href="${address(path)}.html">${withBreaks(task)}</a> <small>${scene}${trial > 1 ? `, trial ${trial}` : ''}</small></th><td>${withBreaks(run)}</td><td>${withBreaks(planner)}</td><td class="outcome ${outcome === 'success' ? 'ok' : 'bad'}">${mark} <span class="word">${word}</span></td><td class="wide">${failureKind === null ? '' : spaced(failureKind)}</td><td class="n">${metrics.steps}${metrics.reference === null ? '' : html` <small>/ ${metrics.reference.steps}</small>`}</td><td class="n wide">${metrics.failedSteps}</td><td class="n wide">${metrics.goalConditionRecall.toFixed(2)}</td><td class="n wide">${metrics.calls}</td></tr>\n`;
}

type Flip = Readonly<{ left: ListedEpisode; right: ListedEpisode }>;

function flipsOf(episodes: readonly ListedEpisode[]): Flip[] {
  const runs = Map.groupBy(episodes, ({ run, metrics }) => JSON.stringify([run, metrics.suite]));
  const multiPlannerSuites = new Set(
    [...runs.values()]
      .filter((each) => new Set(each.map(({ metrics }) => metrics.planner)).size > 1)
      .map((each) => each[0]!.metrics.suite),
  );
  const groups = Map.groupBy(episodes, (episode) => {
    const { suite, planner } = episode.metrics;
    return `${cellOf(episode)} ${multiPlannerSuites.has(suite) ? planner : ''}`;
  });
  return [...groups.values()].flatMap(([left, ...others]) =>
    others
      .filter((right) => outcomeOf(left!.metrics) !== outcomeOf(right.metrics))
      .map((right) => ({ left: left!, right })),
  );
}

function flipList(flips: readonly Flip[], firstDifferences: Overview['firstDifferences']): Html {
  return html`<section id="flips"><h2>Flipped</h2><p>Pairs of episodes with different outcomes.</p><ul>${flips.map(
    ({ left, right }) =>
      html`<li><a href="${pairAddress(left.path, right.path)}">${left.metrics.task} in ${left.metrics.scene}, ${[...new Set([left.metrics.planner, right.metrics.planner])].join(' → ')}</a>: ${OUTCOMES[outcomeOf(left.metrics)]} in ${left.run}, ${OUTCOMES[outcomeOf(right.metrics)]} in ${right.run}${differenceDetails(firstDifferences.get(right.metrics.episode) ?? [])}</li>`,
  )}</ul></section>`;
}

function differenceDetails(lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<details><summary>where they diverge</summary><pre>${lines.join('\n')}</pre></details>`;
}

function figureSection({ title, file, svg }: ReportedFigure): Html {
  const [, width = '', height = ''] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  const image = html`<img src="${address(file)}" alt="${title}" width="${width}" height="${height}" loading="lazy">`;
  return html`<figure class="drawn">${scrollBox(title, image)}<figcaption>${title}</figcaption></figure>`;
}

function tableSection({ title, shown, rows, notes }: Table, isOpen: boolean): Html {
  const lines = shown.lines.map((line, at) => {
    const row = rows.length === shown.lines.length ? rows[at] : undefined;
    const planner = typeof row?.['planner'] === 'string' ? row['planner'] : null;
    return html`<tr>${line.map((cell) => html`<td>${cell === planner ? html`<a href="#planner=${encodeURIComponent(cell)}">${cell}</a>` : cell}</td>`)}</tr>`;
  });
  return html`<details${isOpen ? html` open` : null}><summary><h3>${title}</h3></summary>
${scrollBox(title, html`<table><thead><tr>${shown.header.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>${lines}</tbody></table>`)}
${list(notes, 'quiet')}</details>`;
}

function byNumbers(a: string, b: string): number {
  const padded = (text: string) => text.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
  return padded(a) < padded(b) ? -1 : Number(padded(a) > padded(b));
}

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
  return {
    overview: { title, about, sources, compared: null, tables: shown, figures, firstDifferences: new Map() },
    runs,
  };
}

function figureOf(file: string, svg: string): ReportedFigure {
  const [, title = file] = /<title(?: id="[\w-]+")?>([^<]*)<\/title>/.exec(svg) ?? [];
  // File names distinguish the figures of different suites.
  return { title: `${file.slice(0, -'.svg'.length).replaceAll('_', ' ')}: ${unescapedMarkup(title)}`, file, svg };
}
