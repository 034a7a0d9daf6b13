/**
 * Options of the methods that have PDDL written and solve it: DELTA and LLM+P. The defaults are the paper's way.
 *
 * @module
 */
import { z } from 'zod';
import { chatOptions } from './ask_until_read.ts';
import { solverOptions } from './plan_task.ts';

export const pddlOptions = z.strictObject({ ...chatOptions, ...solverOptions });

export type PddlOptions = z.infer<typeof pddlOptions>;
