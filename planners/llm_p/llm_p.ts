/**
 * LLM+P (Liu et al. 2023, arXiv 2304.11477) as OLP, section V-B2, runs it: one worked example, no operator definitions.
 * Plans in the robot's own domain, from the model's initial state, not the sensed one. Prompts are ours:
 * see planners/olp/README.md, "Decisions of the baselines".
 */
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { type Asked, askUntilRead, type Reading } from '../ask_until_read.ts';
import { carryOutPlan } from '../carry_out_plan.ts';
import type { ParseLog } from '../parse_log.ts';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import { failureOf, failureOfErrors, planTask } from '../plan_task.ts';
import { type Episode, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { readPddlReply } from '../read_pddl_reply.ts';
import { TABLE_SLOTS, tableSlots } from '../table_slots.ts';
import { domainName, planActions } from '../tabletop_problem.ts';
import { type Options, optionsSchema } from './options_schema.ts';

export const llmP: Planner<TabletopObservation, Options> = {
  name: 'llm_p',
  title: 'LLM+P',
  worlds: ['tabletop'],
  summary: 'Asks the model for a PDDL problem file, plans it with the given domain, and carries the plan out',
  options: optionsSchema,
  promptSlots: { problem: ['domain', 'predicates', ...TABLE_SLOTS], again: ['problem'] },
  privileged: () => false,
  plan,
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const domain = start.skills;
  if (domain === undefined) {
    yield { kind: 'stop', reason: 'no_domain' };
    return;
  }
  const { reading } = await problemFile(start, domain, options);
  if (!reading.ok) {
    yield { kind: 'stop', reason: reading.failure };
    return;
  }
  const problem = reading.value;
  const document = await planTask(start, { purpose: 'goal', domain, problem }, options);
  if (document.plan === null) {
    yield { kind: 'stop', reason: failureOf(domain, problem, document) ?? 'unsolvable' };
    return;
  }
  const { blocks } = start.observation;
  const { failure } = yield* carryOutPlan(planActions(document.plan, blocks), start.observation);
  yield { kind: 'stop', reason: failure ?? PLAN_COMPLETED };
}

function problemFile(start: Start<TabletopObservation>, domain: string, options: Options): Promise<Asked<string>> {
  const { predicates } = options;
  const slots = { domain: domainName(domain) ?? 'tabletop', predicates, ...tableSlots(start) };
  const content = start.prompts.render('problem', slots);
  const read = (text: string, log: ParseLog) => readProblem(text, domain, log);
  return askUntilRead(start, { chat: [{ role: 'user', content }], purpose: 'problem', read }, options);
}

/** The task planner refuses what it does not support. */
function readProblem(text: string, domain: string, log: ParseLog): Reading<string> {
  const problem = readPddlReply(text, 'problem', log);
  if (problem === null) return { ok: false, failure: 'parse', problem: 'it holds no "(define (problem …) …)"' };
  const checked = checkPddl(domain, problem);
  const errors = checked.status === 'ok' ? [] : checked.errors.filter(({ status }) => status === 'invalid');
  const [first] = errors;
  if (first === undefined) return { ok: true, value: problem, accepted: 1 };
  return { ok: false, failure: failureOfErrors(errors), problem: first.message };
}
