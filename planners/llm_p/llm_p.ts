/** LLM+P (Liu et al. 2023, arXiv 2304.11477) as in the evaluation of OLP, section V-B2. */

import type { z } from 'zod';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { carryOutPlan, PlanFailure, type Reading, stopAtFailure } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import { invalidFile, missingFile, pddlOptions, planFor } from '../plan_task.ts';
import { type Episode, option, type Planner, type Start } from '../planner.ts';
import { readPddlReply } from '../read_pddl_reply.ts';
import { askAtTable, TABLE_SLOTS } from '../table_slots.ts';
import { domainName, planActions } from '../tabletop_problem.ts';

const optionsSchema = pddlOptions.extend({
  predicates: option.flag(true, 'Explain the predicates, as in the paper; the release leaves that to the example'),
});

type Options = z.infer<typeof optionsSchema>;

export const llmP: Planner<TabletopObservation, Options> = {
  name: 'llm_p',
  title: 'LLM+P',
  worlds: ['tabletop'],
  summary: 'Asks the model for a PDDL problem file, plans it with the given domain, and carries the plan out',
  options: optionsSchema,
  promptSlots: { problem: ['domain', 'predicates', ...TABLE_SLOTS], again: ['problem'] },
  privileged: () => false,
  plan: (start, options) => stopAtFailure(plan(start, options)),
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const { skills: domain, observation } = start;
  if (domain === undefined) throw new PlanFailure('no_domain');
  const slots = { domain: domainName(domain) ?? 'tabletop', predicates: options.predicates };
  const read = (text: string, log: ParseLog) => readProblem(text, domain, log);
  const { value: problem } = await askAtTable(start, { chat: [], prompt: 'problem', slots, read }, options);
  const steps = await planFor(start, { purpose: 'goal', domain, problem }, options);
  yield* carryOutPlan(planActions(steps, observation.blocks), observation);
}

/** Leaves unsupported features to the task planner. */
function readProblem(text: string, domain: string, log: ParseLog): Reading<string> {
  const problem = readPddlReply(text, 'problem', log);
  if (problem === null) return missingFile('problem');
  const checked = checkPddl(domain, problem);
  const errors = checked.status === 'ok' ? [] : checked.errors.filter(({ status }) => status === 'invalid');
  return errors.length === 0 ? { ok: true, value: problem, accepted: 1 } : invalidFile(errors);
}
