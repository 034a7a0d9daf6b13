import { basename, relative } from 'node:path';
import type { Comparison, SideSummary } from '../compare/comparison.ts';
import type { Flip } from '../compare/flips.ts';
import { commandText } from '../io/command_text.ts';
import { PLACES } from '../io/places.ts';
import { findRun } from '../run/run_folder.ts';
import { framed, html, scriptValue, visible } from './html.ts';
import { episodePath, type ListedEpisode, outcomeOf, runName } from './reported_episode.ts';

export function pairPage(): string {
  return framed({
    title: 'Two episodes side by side',
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

export function episodeIndex(episodes: readonly ListedEpisode[]): string {
  const entries = episodes.map(({ path, run, metrics }) => {
    const { suite, scene, task, trial, planner } = metrics;
    const label = `${planner} (${run}): ${outcomeOf(metrics)}`;
    return [path, visible([suite, scene, task, trial].join('/')), visible(label)];
  });
  return `globalThis.tapedeckEpisodes = ${scriptValue(entries)};\n`;
}

const PLAYED_FIRST = { baseline: 'flipped_baseline', candidate: 'flipped_candidate' };

export function sideBySide({ baseline, candidate, flips }: Comparison): string | null {
  const [flip] = flips;
  // Published answers have no episodes.
  if (flip === undefined || [baseline, candidate].some(({ kind }) => kind === 'planbench')) return null;
  const [left, right] = [shownSide(baseline, flip, 'baseline'), shownSide(candidate, flip, 'candidate')];
  if (left.page === right.page) return null;
  const commands = [left.making, right.making, ['report', left.word, right.word]].filter((each) => each !== null);
  const pages = new URLSearchParams({
    left: episodePath(left.page, { ...flip, planner: flip.baselinePlanner }),
    right: episodePath(right.page, flip),
  });
  const report = relative(process.cwd(), PLACES.report);
  return [
    'Side by side, step by step:',
    ...commands.map((each) => `  ${commandText(each)}`),
    `then open ${report}/pair.html#${pages}`,
  ].join('\n');
}

function shownSide({ name, kind, suites, tapes }: SideSummary, flip: Flip, which: keyof typeof PLAYED_FIRST) {
  const { suite, scene, task, trial } = flip;
  if (kind === 'run') return { word: name, page: runName(suite, basename(findRun(name))), making: null };
  const folder = PLAYED_FIRST[which];
  const planner = which === 'baseline' ? flip.baselinePlanner : flip.planner;
  const model = suites.find((record) => record.suite === suite)?.model;
  const making = ['run', suite, '--scene', scene, '--task', task, '--planner', planner, '--name', folder];
  if (trial > 1) making.push('--trials', String(trial));
  if (kind === 'tapes' && model !== undefined) making.push('--model', model);
  if (tapes.some((layer) => layer !== PLACES.tapes)) making.push(...tapes.flatMap((layer) => ['--tapes', layer]));
  return { word: `${suite}/${folder}`, page: runName(suite, folder), making };
}
