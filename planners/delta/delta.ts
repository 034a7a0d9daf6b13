/**
 * DELTA (Liu et al. 2024, arXiv 2404.03275) as OLP, section V-B3, runs it: domain, problem and subgoals in one chat.
 * Plans each subgoal from the sensed state with the model's own domain. Prompts and examples are ours:
 * see planners/olp/README.md, "Decisions of the baselines".
 */
import type { Message } from '../../cassettes/llm.ts';
import type { Action } from '../../envs/env.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import type { Reader, Reading } from '../ask_until_read.ts';
import { carryOutPlan } from '../carry_out_plan.ts';
import { failureOf, type PddlFailure, planTask } from '../plan_task.ts';
import { type Episode, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { askAtTable, TABLE_SLOTS } from '../table_slots.ts';
import { executableActions } from './executable_actions.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import { readDomain, readProblem, type WrittenTask } from './read_files.ts';
import { readSubgoals, type Subgoal } from './read_subgoals.ts';
import { subgoalProblem } from './subgoal_problem.ts';

export const delta: Planner<TabletopObservation, Options> = {
  name: 'delta',
  title: 'DELTA',
  worlds: ['tabletop'],
  summary: 'Asks the model for a PDDL domain, a problem and subgoals, and plans from subgoal to subgoal',
  options: optionsSchema,
  promptSlots: {
    system: [],
    domain: ['in_words', 'objects'],
    problem: ['in_words', ...TABLE_SLOTS],
    subgoals: ['in_words'],
    again: ['problem'],
  },
  privileged: () => false,
  plan,
};

/** Skips a subgoal without a plan. */
async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const asked = await taskAndSubgoals(start, options);
  if (!asked.ok) {
    yield { kind: 'stop', reason: asked.failure };
    return;
  }
  const { task, subgoals } = asked.value;
  let { observation } = start;
  let firstFailure: string | null = null;
  for (const subgoal of subgoals) {
    const planned = await planSubgoal(start, options, { task, subgoal, observation });
    if (!planned.ok) {
      firstFailure ??= planned.failure;
      continue;
    }
    const done = yield* carryOutPlan(planned.actions, observation);
    if (done.failure !== null) {
      yield { kind: 'stop', reason: done.failure };
      return;
    }
    observation = done.observation;
  }
  yield { kind: 'stop', reason: firstFailure ?? PLAN_COMPLETED };
}

type Plan = { readonly task: WrittenTask; readonly subgoals: readonly Subgoal[] };

/** Three calls in one conversation; the first unusable reply ends it. */
async function taskAndSubgoals(start: Start<TabletopObservation>, options: Options): Promise<Reading<Plan>> {
  const chat: readonly Message[] = [{ role: 'system', content: start.prompts.render('system', {}) }];
  const slots = { in_words: options.domainFrom === 'words' };
  const domain = await askAtTable(start, { chat, prompt: 'domain', slots, read: readDomain }, options);
  if (!domain.reading.ok) return domain.reading;
  const domainText = domain.reading.value;
  const read: Reader<WrittenTask> = (text, log) => readProblem(text, domainText, log);
  const problem = await askAtTable(start, { chat: domain.chat, prompt: 'problem', slots, read }, options);
  if (!problem.reading.ok) return problem.reading;
  const asking = { chat: problem.chat, prompt: 'subgoals', slots, read: readSubgoals };
  const subgoals = await askAtTable(start, asking, options);
  if (!subgoals.reading.ok) return subgoals.reading;
  const { value, accepted } = subgoals.reading;
  return { ok: true, value: { task: problem.reading.value, subgoals: value }, accepted };
}

type SubgoalRequest = {
  readonly task: WrittenTask;
  readonly subgoal: Subgoal;
  readonly observation: TabletopObservation;
};

type Planned =
  | { readonly ok: true; readonly actions: readonly Action[] }
  | { readonly ok: false; readonly failure: PddlFailure };

async function planSubgoal(
  start: Start<TabletopObservation>,
  options: Options,
  { task, subgoal, observation }: SubgoalRequest,
): Promise<Planned> {
  const domain = task.domainText;
  const { text: problem, leftOut, added } = subgoalProblem(task, observation, subgoal);
  start.note({ kind: 'belief', belief: { ...subgoal, leftOut, added } });
  if (subgoal.isBroken) return { ok: false, failure: 'parse' };
  const document = await planTask(start, { purpose: 'subgoal', domain, problem }, options);
  if (document.plan === null) return { ok: false, failure: failureOf(domain, problem, document) ?? 'unsolvable' };
  const actions = executableActions(document.plan, observation.blocks);
  if (actions !== null) return { ok: true, actions };
  start.note({ kind: 'belief', belief: { notExecutable: document.plan } });
  return { ok: false, failure: 'schema' };
}
