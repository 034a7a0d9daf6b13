/**
 * Which lines of a request changed between two sides.
 *
 * @module
 */
import { diffLines } from 'diff';
import { excerpt } from '../../envs/quoted.ts';
import type { Exchange } from '../run/reading/exchange_reader.ts';
import type { PromptChange } from './comparison.ts';

const LINES_MAX = 20;
const LENGTH_MAX = 200;
/** So many lines may differ before it is no longer told which; a request is read in whole for it. */
const EDITS_MAX = 2_000;

/** Null where nothing differs, or more than is worth telling. */
export function promptChange(purpose: string, baseline: Exchange, candidate: Exchange): PromptChange | null {
  const changes = diffLines(textOf(baseline), textOf(candidate), { maxEditLength: EDITS_MAX });
  if (changes === undefined) return null;
  const lines = (wanted: 'added' | 'removed') =>
    changes.filter((change) => change[wanted]).flatMap(({ value }) => value.replace(/\n$/, '').split('\n'));
  const [removed, added] = [lines('removed'), lines('added')];
  if (removed.length + added.length === 0) return null;
  const listed = (all: readonly string[]) => all.slice(0, LINES_MAX).map((line) => excerpt(line, LENGTH_MAX));
  const more = [removed, added].reduce((sum, all) => sum + Math.max(0, all.length - LINES_MAX), 0);
  return { purpose, removed: listed(removed), added: listed(added), more };
}

function textOf({ messages }: Exchange): string {
  return messages.map(({ content }) => `${content}\n`).join('');
}
