/**
 * What `tapedeck eai` says of answers that it asked a tape for, and the exit code: 3 where some are missing.
 *
 * @module
 */

import type { TapedAnswers } from '../../interop/eai/taped_answers.ts';
import { commandText } from '../../io/command_text.ts';
import { alikeLines, counted } from '../../io/errors/counted.ts';
import { runAgain } from './run_again.ts';

const MESSAGES_MAX = 5;

export type Asked = {
  readonly mode: 'replay' | 'record' | 'rerecord' | 'batch';
  /** The file of requests without an answer, in mode batch. */
  readonly misses: string;
  /** The words of the command line, for hints that repeat them. */
  readonly typed: readonly string[];
  /** The options that name its tapes, where they are not the usual ones. */
  readonly tapeWords: readonly string[];
};

export function tapedAnswersVerdict(
  { misses, failures, tooLong }: Pick<TapedAnswers, 'misses' | 'failures' | 'tooLong'>,
  { mode, misses: file, typed, tapeWords }: Asked,
): { readonly messages: readonly string[]; readonly exitCode: 0 | 3 } {
  const messages: string[] = [];
  if (tooLong.length > 0) {
    messages.push(
      ...shortList(tooLong.map((id) => `${id}: the prompt is longer than the model reads; it is answered by nothing`)),
    );
  }
  messages.push(...shortList(failures));
  if (failures.length > 0 && (mode === 'record' || mode === 'rerecord')) {
    messages.push(`What was answered is recorded; to continue: ${commandText(runAgain(typed))}`);
  }
  if (misses.length > 0 && mode === 'batch') {
    const words = ['batch', 'export', file, '-o', 'requests.jsonl', ...tapeWords];
    messages.push(`${counted(misses.length, 'task')} without an answer; export the requests: ${commandText(words)}`);
  } else if (misses.length > 0) {
    messages.push(
      ...alikeLines(
        misses.map(({ message, task }) => ({ sentence: message, about: task })),
        'task',
      ),
      `To have a live model answer: ${commandText(runAgain(typed, 'record'))}`,
      `To have them answered by batch files, begin with: ${commandText(runAgain(typed, 'batch'))}`,
    );
  }
  return { messages, exitCode: misses.length + failures.length > 0 ? 3 : 0 };
}

function shortList(lines: readonly string[]): readonly string[] {
  const more = lines.length - MESSAGES_MAX;
  return more > 0 ? [...lines.slice(0, MESSAGES_MAX), `… and ${more} more`] : lines;
}
