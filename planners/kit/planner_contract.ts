import type { Observation } from '../../envs/env.ts';
import type { Planner } from '../planner.ts';
import { type CheckSetup, plannerChecks } from './planner_checks.ts';

export type ContractSetup<O extends Observation, T> = CheckSetup<O, T> &
  Readonly<{
    describe: (title: string, body: () => void) => unknown;
    it: (title: string, body: () => Promise<void>) => unknown;
  }>;

/**
 * Registers the contract tests of a planner with any `describe` and `it`, such as Vitest's or node:test's.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { z } from 'zod';
 * import type { Planner } from 'tapedeck/planner';
 * import { plannerContract } from 'tapedeck/testing';
 *
 * const planner: Planner = {
 *   name: 'fetcher',
 *   title: 'Fetcher',
 *   summary: 'Picks up whatever the model names',
 *   worlds: 'any',
 *   privileged: () => false,
 *   options: z.strictObject({}),
 *   promptSlots: {},
 *   async *plan({ llm }) {
 *     const { text } = await llm.chat([{ role: 'user', content: 'Which?' }], { purpose: 'thing', temperature: 0 });
 *     if (/^\w+$/.test(text)) yield { kind: 'act', action: { verb: 'pickup', args: [text] } };
 *   },
 * };
 * plannerContract(planner, { describe, it, observation: { world: 'mine' }, replies: { thing: ['mug1'] } });
 * ```
 */
export function plannerContract<O extends Observation, T>(planner: Planner<O, T>, setup: ContractSetup<O, T>): void {
  setup.describe(`planner contract: ${planner.name}`, () => {
    for (const check of plannerChecks(planner, setup)) if ('run' in check) setup.it(check.title, check.run);
  });
}
