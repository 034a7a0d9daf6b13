/**
 * A model's answers in EAI's own layout: `[{"identifier": "27_2", "llm_output": "…"}, …]`.
 *
 * @module
 */
import { z } from 'zod';
import { readCheckedJson } from '../../../../envs/checked_json.ts';
import { invalid } from '../../../io/errors/failure.ts';
import { readText } from '../../../io/read_text.ts';
import { taskId } from '../checkout/eai_checkout.ts';

const answersSchema = z.array(z.object({ identifier: z.string(), llm_output: z.string() }));

/** Task id → answer. */
export type Answers = ReadonlyMap<string, string>;

/** Ids are named in a message up to here. */
const SHOWN_MAX = 5;

/**
 * The answers of a file, one for each of `ids`. Throws a JsonError with line and place on an id that is not among them or comes
 * twice, and a CommandFailure that names those that are missing.
 */
export function readAnswers(path: string, ids: readonly string[]): Answers {
  const file = readCheckedJson(readText(path), answersSchema, path);
  const known = new Set(ids);
  const answers = new Map<string, string>();
  for (const [index, { identifier, llm_output }] of file.value.entries()) {
    const id = taskId(identifier);
    if (!known.has(id)) throw file.problem([index, 'identifier'], `the id of one of the ${ids.length} tasks`);
    if (answers.has(id)) throw file.problem([index, 'identifier'], 'an id that no answer above has');
    answers.set(id, llm_output);
  }
  const missing = ids.filter((id) => !answers.has(id));
  if (missing.length === 0) return answers;
  const line = readText(path).trimEnd().split('\n').length;
  const shown = missing.slice(0, SHOWN_MAX).join(', ');
  const more = missing.length > SHOWN_MAX ? ` and ${missing.length - SHOWN_MAX} more` : '';
  throw invalid(
    `Cannot use "${path}", line ${line}: expected answers to ${ids.length} tasks, found ${answers.size}; there is none to ${shown}${more}`,
  );
}
