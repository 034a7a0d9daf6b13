/**
 * Options of LLM+P. The defaults are the paper's way.
 *
 * @module
 */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';
import { solverOptions } from '../plan_task.ts';

export const optionsSchema = z.strictObject({ ...chatOptions, ...solverOptions });

export type Options = z.infer<typeof optionsSchema>;
