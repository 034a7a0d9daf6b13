/**
 * The planners that ship with Tapedeck, in the order of the papers' tables; last those that ask no model.
 *
 * @module
 */
import { delta } from '../../planners/delta/delta.ts';
import { innerMonologue } from '../../planners/inner_monologue/inner_monologue.ts';
import { llmP } from '../../planners/llm_p/llm_p.ts';
import { llmPlanner } from '../../planners/llm_planner/llm_planner.ts';
import { llmState } from '../../planners/llm_state/llm_state.ts';
import { olp } from '../../planners/olp/olp.ts';
import { oracle } from '../../planners/oracle/oracle.ts';
import type { Planner } from '../../planners/planner.ts';
import { progPrompt } from '../../planners/progprompt/progprompt.ts';
import { random } from '../../planners/random/random.ts';

export const PLANNERS = [
  innerMonologue,
  progPrompt,
  llmState,
  olp,
  llmPlanner,
  llmP,
  delta,
  random,
  oracle,
] as unknown as readonly Planner[];
