/**
 * After a comparison: which commands show an episode that turned side by side, and where the page is then.
 *
 * @module
 */
import { basename, relative } from 'node:path';
import type { Comparison, Flip, SideSummary } from '../compare/comparison.ts';
import { commandText } from '../io/command_text.ts';
import { PLACES } from '../io/places.ts';
import { findRun } from '../run/run_folder.ts';
import { episodePath, runName } from './episode_path.ts';

/** What a run of the episode is called where a side is none, and has to be played first. */
const PLAYED_FIRST = { baseline: 'flipped_baseline', candidate: 'flipped_candidate' };

type Shown = {
  /** By which `report` knows the run. */
  readonly word: string;
  readonly page: string;
  /** What makes the run, where it is not there. */
  readonly making: readonly string[] | null;
};

/** Null where nothing turned, or two runs would go by one name. */
export function sideBySide({ baseline, candidate, flips }: Comparison): string | null {
  const [flip] = flips;
  // Of published answers there are no episodes to see.
  if (flip === undefined || [baseline, candidate].some(({ kind }) => kind === 'planbench')) return null;
  const [left, right] = [shownSide(baseline, flip, 'baseline'), shownSide(candidate, flip, 'candidate')];
  if (left.page === right.page) return null;
  const commands = [left.making, right.making, ['report', left.word, right.word]].filter((words) => words !== null);
  const pages = new URLSearchParams({
    left: episodePath(left.page, { ...flip, planner: flip.baselinePlanner }),
    right: episodePath(right.page, flip),
  });
  const report = relative(process.cwd(), PLACES.report);
  return [
    'Side by side, step by step:',
    ...commands.map((words) => `  ${commandText(words)}`),
    `then open ${report}/pair.html#${pages}`,
  ].join('\n');
}

function shownSide({ name, kind, suites, tapes }: SideSummary, flip: Flip, which: keyof typeof PLAYED_FIRST): Shown {
  const { suite, scene, task, trial } = flip;
  if (kind === 'run') {
    const folder = basename(findRun(name));
    return { word: name, page: runName(suite, folder), making: null };
  }
  const folder = PLAYED_FIRST[which];
  const planner = which === 'baseline' ? flip.baselinePlanner : flip.planner;
  const model = suites.find((record) => record.suite === suite)?.model;
  const making = ['run', suite, '--scene', scene, '--task', task, '--planner', planner, '--name', folder];
  if (trial > 1) making.push('--trials', String(trial));
  if (kind === 'tapes' && model !== undefined) making.push('--model', model);
  if (tapes.some((layer) => layer !== PLACES.tapes)) making.push(...tapes.flatMap((layer) => ['--tapes', layer]));
  return { word: `${suite}/${folder}`, page: runName(suite, folder), making };
}
