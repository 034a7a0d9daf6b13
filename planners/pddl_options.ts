/** What the options of DELTA and LLM+P share: both have PDDL written and solve it. */
import { z } from 'zod';
import { chatOptions } from './ask_until_read.ts';
import { solverOptions } from './plan_task.ts';

export const pddlOptions = z.strictObject({ ...chatOptions, ...solverOptions });
