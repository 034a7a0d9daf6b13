/** A numbered list of primitive actions (Listing 5). */
import type { Action } from '../../envs/env.ts';
import type { ParseLog } from '../parse_log.ts';
import { PRIMITIVES, readCalls } from '../read_calls.ts';

/** The prompt asks for "less than 20 steps". */
const STEPS_ASKED = 20;
/** Ours, above the step limit of any task. */
const STEPS_MAX = 1000;

export function readPlan(reply: string, log: ParseLog): Action[] {
  const calls = readCalls(reply, PRIMITIVES, log);
  if (calls.length >= STEPS_ASKED)
    log.remark(`the plan has ${calls.length} steps; the prompt asks for less than ${STEPS_ASKED}`);
  for (const { name, line, text } of calls.slice(STEPS_MAX)) {
    log.discard('too_much', { line, text }, `${name}: more than ${STEPS_MAX} actions`);
  }
  return calls.slice(0, STEPS_MAX).map(({ name, args }) => ({ verb: name, args }));
}
