/**
 * A prompt line by line, with what has changed since the same role was last asked.
 *
 * @module
 */
import { diffArrays } from 'diff';
import type { Exchange } from '../run/reading/exchange_reader.ts';

export type PromptLine = {
  /** `role` is no line of the prompt but the heading of a message; `gone` stood in the prompt before. */
  readonly kind: 'same' | 'new' | 'gone' | 'role';
  readonly text: string;
};

/** Beyond so many changed lines everything counts as changed; the search for the fewest takes their square in time. */
const CHANGES_MAX = 2_000;

/** Without an earlier prompt, no line counts as new. */
export function promptChanges(messages: Exchange['messages'], before: Exchange['messages'] | null): PromptLine[] {
  const lines = linesOf(messages);
  if (before === null) return lines.map((line) => shownLine(line, 'same'));
  const old = linesOf(before);
  const parts = diffArrays([...old], [...lines], { maxEditLength: CHANGES_MAX });
  if (parts === undefined) return lines.map((line) => shownLine(line, 'new'));
  return parts.flatMap(({ value, added, removed }) => {
    const kind = added === true ? 'new' : removed === true ? 'gone' : 'same';
    // A heading that has gone says nothing without its message.
    return value.map((line) => shownLine(line, kind)).filter((line) => line.kind !== 'role' || kind !== 'gone');
  });
}

const HEADING = 'role ';

/** Headings and lines of text are told apart by their first word, which no reader sees. */
function linesOf(messages: Exchange['messages']): readonly string[] {
  return messages.flatMap(({ role, content }) => [
    `${HEADING}${role}`,
    ...content.split('\n').map((line) => `text ${line}`),
  ]);
}

function shownLine(line: string, kind: PromptLine['kind']): PromptLine {
  return { kind: line.startsWith(HEADING) ? 'role' : kind, text: line.slice(HEADING.length) };
}
