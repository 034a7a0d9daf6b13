/**
 * The page of one episode, and the script with its prompts and drawings.
 *
 * @module
 */
import { episodeFacts } from './episode_facts.ts';
import { episodeMoments, type Moment } from './episode_moments.ts';
import { EpisodeSheet } from './episode_sheet.ts';
import { address, type Html, html } from './escaped_html.ts';
import { actionText, MomentWriter } from './moment_section.ts';
import { framed } from './page_frame.ts';
import { type ListedEpisode, outcomeOf, type ReportedEpisode } from './reported_episode.ts';
import type { SceneLines } from './scene_lines.ts';
import { words } from './thought_section.ts';

/** A page, and what is in the script beside it once it is known what other episodes of the scene have, too. */
export type EpisodePage = {
  readonly page: string;
  readonly sheet: EpisodeSheet;
  script(scene: SceneLines): string;
};

/** Where one goes from an episode. */
export type Neighbours = {
  readonly previous: ListedEpisode | null;
  readonly next: ListedEpisode | null;
  /** Of the same task, scene and trial: by other planners, or in other runs. */
  readonly rivals: readonly ListedEpisode[];
};

/** `shared` is the path of the script with the lines of its scene, without ending. */
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
    title: `${title} – Tapedeck`,
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
  const about = { title, end: `${words(end)}${detail === null ? '' : `: ${detail}`}` };
  return { page, sheet, script: (lines) => sheet.script(listed.path, about, lines) };
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
      : html`<a class="${taken.ok ? 'ok' : 'bad'}" href="#${id}" title="${actionText(taken)}${taken.ok ? '' : ': refused'}">${taken.event === 'step' ? taken.number : `−${taken.number}`}${taken.ok ? '' : '✗'}</a>`,
  )}</nav>`;
}

function rivalLinks(root: string, { path, run }: ListedEpisode, rivals: readonly ListedEpisode[]): Html | null {
  if (rivals.length === 0) return null;
  return html`<details class="rivals"><summary>Side by side with another episode of this task (${rivals.length})</summary><ul>${rivals.map(
    (rival) => {
      const outcome = outcomeOf(rival.metrics);
      const label = `${rival.metrics.planner}${rival.run === run ? '' : ` (${rival.run})`}`;
      return html`<li><a href="${root}pair.html#left=${encodeURIComponent(path)}&amp;right=${encodeURIComponent(rival.path)}">${label}</a> <span class="badge ${outcome === 'success' ? 'ok' : 'bad'}">${outcome}</span></li>`;
    },
  )}</ul></details>`;
}
