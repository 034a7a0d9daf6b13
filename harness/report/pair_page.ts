import { basename, relative } from 'node:path';
import type { Comparison, SideSummary } from '../compare/comparison.ts';
import type { Flip } from '../compare/flips.ts';
import { commandText } from '../io/errors/counted.ts';
import { PLACES } from '../io/places.ts';
import { findRun } from '../run/run_folder.ts';
import { framePage, html, makeVisible, scriptValue } from './html.ts';
import { episodePath, type ListedEpisode, outcomeOf, runName } from './reported_episode.ts';

export function pairPage(): string {
  return framePage({
    title: 'Two episodes side by side',
    kind: 'pair',
    root: '',
    scripts: ['episodes.js', 'pair.js'],
    keys: [
      ['j', 'next step'],
      ['k', 'previous step'],
      ['d', 'first difference'],
      ['u', 'all episodes'],
    ],
    header: html`<nav aria-label="Report"><a rel="up" href="index.html">All episodes</a></nav>`,
    main: html`<h1>Two episodes side by side</h1>
<form class="filters" aria-label="Which episodes"><label>Left <select name="left"></select></label> <label>Right (same task) <select name="right"></select></label></form>
<noscript><p class="note">This page needs JavaScript, which is off in this browser.</p></noscript>
<p role="status" class="verdict"></p>
<div id="pair"></div>`,
  });
}

export function episodeIndex(episodes: readonly ListedEpisode[]): string {
  const entries = episodes.map(({ path, run, metrics }) => {
    const { suite, scene, task, trial, planner } = metrics;
    const label = `${planner} (${run}): ${outcomeOf(metrics)}`;
    return [path, makeVisible([suite, scene, task, trial].join('/')), makeVisible(label)];
  });
  return `globalThis.tapedeckEpisodes = ${scriptValue(entries)};\n`;
}

const FOLDERS = { baseline: 'flipped_baseline', candidate: 'flipped_candidate' };

export function sideBySide({ baseline, candidate, flips }: Comparison): string | null {
  const [flip] = flips;
  // Published answers have no episode pages.
  if (flip === undefined || [baseline, candidate].some(({ kind }) => kind === 'planbench')) return null;
  const [left, right] = [sideOf(baseline, flip, 'baseline'), sideOf(candidate, flip, 'candidate')];
  if (left.page === right.page) return null;
  const commands = [left.run, right.run, ['report', left.name, right.name]].filter((words) => words !== null);
  const pages = new URLSearchParams({
    left: episodePath(left.page, { ...flip, planner: flip.baselinePlanner }),
    right: episodePath(right.page, flip),
  });
  const report = relative(process.cwd(), PLACES.report);
  return [
    'To compare the episodes step by step, run:',
    ...commands.map((words) => `  ${commandText(words)}`),
    `Then open ${report}/pair.html#${pages}`,
  ].join('\n');
}

function sideOf({ name, kind, suites, tapes }: SideSummary, flip: Flip, side: keyof typeof FOLDERS) {
  const { suite, scene, task, trial } = flip;
  if (kind === 'run') return { name, page: runName(suite, basename(findRun(name))), run: null };
  const folder = FOLDERS[side];
  const planner = side === 'baseline' ? flip.baselinePlanner : flip.planner;
  const model = suites.find((record) => record.suite === suite)?.model;
  const run = ['run', suite, '--scene', scene, '--task', task, '--planner', planner, '--name', folder];
  if (trial > 1) run.push('--trials', String(trial));
  if (kind === 'tapes' && model !== undefined) run.push('--model', model);
  if (tapes.some((layer) => layer !== PLACES.tapes)) run.push(...tapes.flatMap((layer) => ['--tapes', layer]));
  return { name: `${suite}/${folder}`, page: runName(suite, folder), run };
}
