/** DELTA (Liu et al. 2024, arXiv 2404.03275) as OLP, section V-B3, runs it. */
import type { z } from 'zod';
import type { Message } from '../../cassettes/llm.ts';
import type { Action } from '../../envs/env.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { carryOutPlan, PlanFailure, untilFailure } from '../carry_out_plan.ts';
import { option } from '../option.ts';
import type { ParseLog } from '../parse_log.ts';
import { failureOf, pddlOptions, planTask } from '../plan_task.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { askAtTable, TABLE_SLOTS } from '../table_slots.ts';
import { executableActions } from './executable_actions.ts';
import { readDomain, readProblem, type WrittenTask } from './read_files.ts';
import { readSubgoals, type Subgoal } from './read_subgoals.ts';
import { subgoalProblem } from './subgoal_problem.ts';

const optionsSchema = pddlOptions.extend({
  domainFrom: option.choice(
    ['words', 'example'],
    'words',
    "Basis of the domain: the robot's actions and predicates in words (paper), or an example of picking and placing and the objects (release)",
  ),
});

export type Options = z.infer<typeof optionsSchema>;

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
  plan: (start, options) => untilFailure(plan(start, options)),
};

/** Skips a subgoal without a plan. */
async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const { task, subgoals } = await taskAndSubgoals(start, options);
  let { observation } = start;
  let failure: PlanFailure['reason'] | null = null;
  for (const subgoal of subgoals) {
    const actions = await planSubgoal(start, options, { task, subgoal, observation });
    if (typeof actions === 'string') failure ??= actions;
    else observation = yield* carryOutPlan(actions, observation);
  }
  if (failure !== null) throw new PlanFailure(failure);
}

async function taskAndSubgoals(start: Start<TabletopObservation>, options: Options) {
  const slots = { in_words: options.domainFrom === 'words' };
  const opening: readonly Message[] = [{ role: 'system', content: start.prompts.render('system', {}) }];
  const domain = await askAtTable(start, { chat: opening, prompt: 'domain', slots, read: readDomain }, options);
  const read = (text: string, log: ParseLog) => readProblem(text, domain.value, log);
  const problem = await askAtTable(start, { chat: domain.chat, prompt: 'problem', slots, read }, options);
  const question = { chat: problem.chat, prompt: 'subgoals', slots, read: readSubgoals };
  const subgoals = await askAtTable(start, question, options);
  return { task: problem.value, subgoals: subgoals.value };
}

async function planSubgoal(
  start: Start<TabletopObservation>,
  options: Options,
  { task, subgoal, observation }: { task: WrittenTask; subgoal: Subgoal; observation: TabletopObservation },
): Promise<readonly Action[] | PlanFailure['reason']> {
  const domain = task.domainText;
  const { text: problem, leftOut, added } = subgoalProblem(task, observation, subgoal);
  start.note({ kind: 'belief', belief: { ...subgoal, leftOut, added } });
  if (subgoal.isBroken) return 'parse';
  const document = await planTask(start, { purpose: 'subgoal', domain, problem }, options);
  if (document.plan === null) return failureOf(domain, problem, document) ?? 'unsolvable';
  const actions = executableActions(document.plan, observation.blocks);
  if (actions === null) start.note({ kind: 'belief', belief: { notExecutable: document.plan } });
  return actions ?? 'schema';
}
