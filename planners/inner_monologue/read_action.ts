import type { Action } from '../../envs/env.ts';
import type { ParseLog } from '../parse_log.ts';
import { PRIMITIVES, readCalls } from '../read_calls.ts';

/** The first well-formed call; null without one, as in `done()`, since no action ends the task. Discards the rest. */
export function readAction(reply: string, log: ParseLog): Action | null {
  const [first, ...rest] = readCalls(reply, PRIMITIVES, log);
  for (const { name, line, text } of rest) log.discard('not_asked', { line, text }, `${name}: one action a reply`);
  return first === undefined ? null : { verb: first.name, args: first.args };
}
