/**
 * The page that shows two episodes side by side: which two, its address says.
 *
 * @module
 */
import { html, scriptValue, visible } from './escaped_html.ts';
import { framed } from './page_frame.ts';
import { type ListedEpisode, outcomeOf } from './reported_episode.ts';

export function pairPage(): string {
  return framed({
    title: 'Two episodes side by side – Tapedeck',
    kind: 'pair',
    root: '',
    scripts: ['episodes.js', 'pair.js'],
    keys: [
      ['j', 'next step'],
      ['k', 'step before'],
      ['d', 'to the first difference'],
      ['u', 'all episodes'],
    ],
    header: html`<nav aria-label="Report"><a rel="up" href="index.html">All episodes</a></nav>`,
    main: html`<h1>Two episodes side by side</h1>
<form class="filters" aria-label="Which episodes"><label>Left <select name="left"></select></label> <label>Right, of the same task <select name="right"></select></label></form>
<noscript><p class="note">This page is made by a script, which this browser does not carry out.</p></noscript>
<p role="status" class="verdict"></p>
<div id="pair"></div>`,
  });
}

/** All episodes for its choices: path, what is the same in two that can be compared, and a label. */
export function episodeIndex(episodes: readonly ListedEpisode[]): string {
  const entries = episodes.map(({ path, run, metrics }) => {
    const { suite, scene, task, trial, planner } = metrics;
    const label = `${planner} (${run}): ${outcomeOf(metrics)}`;
    return [path, visible([suite, scene, task, trial].join('/')), visible(label)];
  });
  return `globalThis.tapedeckEpisodes = ${scriptValue(entries)};\n`;
}
