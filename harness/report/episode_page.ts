import { actionText, referenceText } from '../run/reading/trace_text.ts';
import { totalOrNull } from '../trace/episode_counts.ts';
import { spaced } from '../trace/metrics/numbers.ts';
import type { TrackingCounts } from '../trace/trace_schema.ts';
import { episodeMoments, type Moment } from './episode_moments.ts';
import { EpisodeSheet, type SceneLines } from './episode_sheet.ts';
import { address, badge, framed, type Html, html, list } from './html.ts';
import { MomentWriter } from './moment_section.ts';
import { type ListedEpisode, OUTCOMES, outcomeOf, pairAddress, type ReportedEpisode } from './reported_episode.ts';

export type EpisodePage = {
  readonly page: string;
  readonly sheet: EpisodeSheet;
  script(scene: SceneLines): string;
};

export type Neighbours = Readonly<{
  previous: ListedEpisode | null;
  next: ListedEpisode | null;
  rivals: readonly ListedEpisode[];
}>;

export function episodePage(episode: ReportedEpisode, neighbours: Neighbours, shared: string): EpisodePage {
  const { listed, trace } = episode;
  const { scene, task, planner, trial } = listed.metrics;
  const sheet = new EpisodeSheet();
  const moments = episodeMoments(trace);
  const writer = new MomentWriter(episode, sheet);
  const sections = [writer.start(), ...moments.map((moment) => writer.section(moment))];
  const root = '../'.repeat(listed.path.split('/').length - 1);
  const name = listed.path.split('/').at(-1)!;
  const title = `${task} in ${scene}, ${planner}${trial > 1 ? `, trial ${trial}` : ''}`;
  const page = framed({
    title,
    kind: 'episode',
    root,
    path: listed.path,
    scripts: [`${address(shared)}.js`, `./${encodeURIComponent(name)}.js`, 'episode.js'],
    keys: [
      ['j', 'next step'],
      ['k', 'step before'],
      ['o', 'open or close the prompts of this step'],
      ['n', 'next episode'],
      ['p', 'episode before'],
      ['u', 'all episodes'],
    ],
    header: headerLinks(root, neighbours),
    main: html`<h1>${trace.header.instruction === '' ? task : trace.header.instruction}</h1>
<p class="quiet">${title}</p>
${episodeFacts(episode)}
${stepStrip(moments)}
<noscript><p class="note">Prompts and drawings are shown by a script, which this browser does not carry out.</p></noscript>
${episode.world.problem === null ? null : html`<p class="note">No drawings and goal conditions${episode.world.moments.length > 0 ? ' after some action' : ''}: ${episode.world.problem}</p>`}
${rivalLinks(root, listed, neighbours.rivals)}
${sections}`,
  });
  const { end, detail } = trace.summary;
  const about = { title, end: `${spaced(end)}${detail === null ? '' : `: ${detail}`}` };
  return { page, sheet, script: (lines) => sheet.script(listed.path, about, lines) };
}

function episodeFacts({ listed, trace, world }: ReportedEpisode): Html {
  const { metrics, run } = listed;
  const { header, summary } = trace;
  const outcome = outcomeOf(metrics);
  const ended = `${spaced(summary.end)}${metrics.failureKind === null || metrics.failureKind === summary.end ? '' : `, ${spaced(metrics.failureKind)}`}`;
  const options = Object.entries(header.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const facts: (readonly [string, string | Html])[] = [
    ['Outcome', html`${badge(outcome === 'success', OUTCOMES[outcome])} ${ended}`],
    [
      'Steps',
      `${summary.steps} of at most ${header.stepsMax}${referenceText(header.reference)}, ${summary.counts.failedSteps} refused`,
    ],
    ['Goal-condition recall', summary.share.toFixed(2)],
    ['Calls', callsText(trace)],
    ...(summary.counts.tracking === null ? [] : [['Beliefs', beliefsText(summary.counts.tracking)] as const]),
    ['Planner', html`<code>${header.planner}</code>${header.privileged ? ', privileged' : ''}`],
    ['Prompts', header.prompts],
    ['Run', run],
  ];
  return html`${goalText(world)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<details class="quiet"><summary>Options and digests</summary><p><code>${options.join(', ')}</code></p><p>World ${header.env}; digests of scene <code>${header.digests.scene.slice(0, 12)}</code>, task <code>${header.digests.task.slice(0, 12)}</code>, prompts <code>${header.digests.prompts.slice(0, 12)}</code></p></details>`;
}

const PARTS_MAX = 8;

function goalText({ parts, goal }: ReportedEpisode['world']): Html | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const conditions =
    others.length === 0
      ? html`<p><b>Goal:</b> ${first}</p>`
      : html`<details${parts.length <= PARTS_MAX ? html` open` : null}><summary><b>Goal:</b> ${parts.length} conditions</summary>${list(parts)}</details>`;
  return html`<div class="asked">${conditions}
<details class="quiet"><summary>Goal as a formula</summary><pre class="lines">${JSON.stringify(goal)}</pre></details></div>`;
}

function callsText({ header, summary }: ReportedEpisode['trace']): string {
  if (header.model === null) return 'asks no model';
  const roles = Object.values(summary.counts.roles);
  const prompts = totalOrNull(roles.map((each) => each.promptTokens));
  const replies = totalOrNull(roles.map((each) => each.completionTokens));
  return `${summary.calls} of ${header.model}, ${prompts ?? '?'} + ${replies ?? '?'} tokens`;
}

function beliefsText({ correct, covered, recalled, facts }: TrackingCounts): string {
  return `${correct} of ${covered} judged attributes true, ${recalled} of ${facts} changes known`;
}

function headerLinks(root: string, { previous, next }: Neighbours): Html {
  const link = (to: ListedEpisode | null, rel: string, text: string) =>
    to === null
      ? html`<span class="quiet">${text}</span>`
      : html`<a rel="${rel}" href="${root}${address(to.path)}.html">${text}</a>`;
  return html`<nav aria-label="Episodes"><a rel="up" href="${root}index.html">All episodes</a> ${link(previous, 'prev', '‹ Previous')} ${link(next, 'next', 'Next ›')}</nav>`;
}

function stepStrip(moments: readonly Moment[]): Html {
  return html`<nav class="strip" aria-label="Steps"><a href="#start">Start</a>${moments.map(({ id, taken }) =>
    taken === null
      ? html`<a href="#end">End</a>`
      : html`<a class="${taken.ok ? 'ok' : 'bad'}" href="#${id}" title="${actionText(taken.action)}${taken.ok ? '' : ': refused'}">${taken.event === 'step' ? taken.number : `−${taken.number}`}${taken.ok ? '' : '✗'}</a>`,
  )}</nav>`;
}

function rivalLinks(root: string, { path, run }: ListedEpisode, rivals: readonly ListedEpisode[]): Html | null {
  if (rivals.length === 0) return null;
  return html`<details class="rivals"><summary>Side by side with another episode of this task (${rivals.length})</summary><ul>${rivals.map(
    (rival) => {
      const outcome = outcomeOf(rival.metrics);
      const label = `${rival.metrics.planner}${rival.run === run ? '' : ` (${rival.run})`}`;
      return html`<li><a href="${root}${pairAddress(path, rival.path)}">${label}</a> ${badge(outcome === 'success', outcome)}</li>`;
    },
  )}</ul></details>`;
}
