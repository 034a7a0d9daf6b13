/** Reads the reply to the growing text: one primitive action. */
import type { Action } from '../../envs/env.ts';
import type { ParseLog } from '../parse_log.ts';
import { PRIMITIVES, readCalls } from '../read_calls.ts';

/**
 * The first well-formed call; null where there is none, as in `done()`, for no action says that the task is done. What
 * a model says beyond it, be it more actions or feedback that it made up, was not asked for.
 */
export function readAction(reply: string, log: ParseLog): Action | null {
  const [first, ...rest] = readCalls(reply, PRIMITIVES, log);
  for (const { name, line, text } of rest) log.discard('not_asked', { line, text }, `${name}: one action a reply`);
  return first === undefined ? null : { verb: first.name, args: first.args };
}
