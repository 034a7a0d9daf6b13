/**
 * Reads the reply of the LLM as Policy: a numbered list of primitive actions (Listing 5).
 *
 * @module
 */
import type { Action } from '../../envs/env.ts';
import type { ParseLog } from './parse_log.ts';
import { readCalls, type Vocabulary } from './read_calls.ts';

/** The primitive actions (LLM-State, section III-A); their arguments are open, so any name will do. */
export const PRIMITIVES: Vocabulary = new Map([
  ['move', ['line']],
  ['pickup', ['line']],
  ['placein', ['line', 'line']],
  ['placeon', ['line', 'line']],
  ['open', ['line']],
  ['close', ['line']],
  ['switchon', ['line']],
  ['switchoff', ['line']],
  ['wait', []],
]);

/** The prompt asks for "less than 20 steps". */
const STEPS_ASKED = 20;

/** A longer plan than the prompt asks for is carried out all the same, and remarked on. */
export function readPlan(reply: string, log: ParseLog): Action[] {
  const plan = readCalls(reply, PRIMITIVES, log).map(({ name, args }) => ({ verb: name, args }));
  if (plan.length >= STEPS_ASKED)
    log.remark(`the plan has ${plan.length} steps; the prompt asks for less than ${STEPS_ASKED}`);
  return plan;
}
