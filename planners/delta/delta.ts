/** DELTA (Liu et al. 2024, arXiv 2404.03275) as in the evaluation of OLP, section V-B3. */

import type { z } from 'zod';
import type { Message } from '../../cassettes/llm.ts';
import type { Action } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import { carryOutPlan, PlanFailure, type Reading, stopAtFailure } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import { Diagnostics } from '../pddl/diagnostics/diagnostics.ts';
import type { Domain, TypedName } from '../pddl/read/domain.ts';
import { parseDomain } from '../pddl/read/parse_domain.ts';
import type { Problem } from '../pddl/read/problem.ts';
import { failureOf, invalidFile, missingFile, pddlOptions, planTask } from '../plan_task.ts';
import { type Episode, option, type Planner, type Start } from '../planner.ts';
import { readPddlReply } from '../read_pddl_reply.ts';
import { askAtTable, TABLE_SLOTS } from '../table_slots.ts';
import { planActions } from '../tabletop_problem.ts';
import { readSubgoals, type Subgoal } from './read_subgoals.ts';

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
  plan: (start, options) => stopAtFailure(plan(start, options)),
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const { task, subgoals } = await askForSubgoals(start, options);
  let { observation } = start;
  let failure: PlanFailure['reason'] | null = null;
  for (const subgoal of subgoals) {
    const actions = await planSubgoal(start, options, { task, subgoal, observation });
    if (typeof actions === 'string') failure ??= actions;
    else observation = yield* carryOutPlan(actions, observation);
  }
  if (failure !== null) throw new PlanFailure(failure);
}

async function askForSubgoals(start: Start<TabletopObservation>, options: Options) {
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

type WrittenTask = Readonly<{ domainText: string; domain: Domain; problem: Problem }>;

export function readDomain(text: string, log: ParseLog): Reading<string> {
  const found = readPddlReply(text, 'domain', log);
  if (found === null) return missingFile('domain');
  const domain = parseDomain(found, new Diagnostics('domain'))?.name.written ?? 'none';
  const checked = checkPddl(found, `(define (problem none) (:domain ${domain}) (:init) (:goal (and)))`);
  if (checked.status !== 'ok') return invalidFile(checked.errors);
  const { actions } = checked.domain;
  const missingSkills = ['pick', 'place'].filter((skill) => !actions.some(({ name }) => skillOf(name.name) === skill));
  if (missingSkills.length === 0) return { ok: true, value: found, accepted: 1 };
  const names = actions.map(({ name }) => `"${name.written}"`).join(', ') || 'none';
  const problem = `the domain has no action for ${missingSkills.join(' and ')}; its actions: ${names}`;
  return { ok: false, failure: 'schema', problem };
}

function readProblem(text: string, domainText: string, log: ParseLog): Reading<WrittenTask> {
  const found = readPddlReply(text, 'problem', log);
  if (found === null) return missingFile('problem');
  const checked = checkPddl(domainText, found);
  if (checked.status !== 'ok') return invalidFile(checked.errors);
  const { domain, problem } = checked;
  return { ok: true, value: { domainText, domain, problem }, accepted: 1 };
}

function skillOf(name: string): string | undefined {
  return /^(pick|place)/i.exec(name)?.[0].toLowerCase();
}

export function executableActions(plan: readonly string[], blocks: readonly string[]): readonly Action[] | null {
  const surfaces = new Set(['table', ...blocks]);
  const actions: Action[] = [];
  for (const { verb, args } of planActions(plan, blocks)) {
    const skill = skillOf(verb);
    const [object, surface, ...more] = args.filter((name) => surfaces.has(name));
    if (skill === undefined || object === undefined || surface === undefined || object === 'table' || more.length > 0) {
      return null;
    }
    actions.push({ verb: skill, args: [object, surface] });
  }
  return actions;
}

/** `leftOut`: predicates that the domain does not declare with two arguments. */
export function subgoalProblem(
  { domain, problem }: Pick<WrittenTask, 'domain' | 'problem'>,
  { blocks, facts }: Pick<TabletopObservation, 'blocks' | 'facts'>,
  { conditions }: Pick<Subgoal, 'conditions'>,
): { text: string; leftOut: string[]; added: string[] } {
  const isDeclared = ([predicate]: Fact) =>
    domain.predicates.some(({ name, parameters }) => name.name === predicate && parameters.length === 2);
  const declaredFacts = facts.filter(isDeclared);
  const objects = new Set([...domain.constants, ...problem.objects].map(({ name }) => name.name));
  const isNew = (name: string) => !objects.has(name.toLowerCase());
  const newBlocks = blocks.filter(isNew);
  const used = new Set(declaredFacts.flatMap(([, ...args]) => args));
  const newNames = ['air', 'hand', 'table'].filter((name) => used.has(name) && isNew(name));
  const blockNames = new Set(blocks.map((block) => block.toLowerCase()));
  const blockType = typeOf(problem.objects.find(({ name }) => blockNames.has(name.name)));
  const text = [
    '(define (problem subgoal)',
    `  (:domain ${domain.name.written})`,
    '  (:objects',
    ...problem.objects.map((object) => `    ${object.name.written} - ${typeOf(object)}`),
    ...newBlocks.map((name) => `    ${name} - ${blockType}`),
    ...newNames.map((name) => `    ${name} - object`),
    '  )',
    '  (:init',
    ...declaredFacts.map((fact) => `    (${fact.join(' ')})`),
    '  )',
    '  (:goal (and',
    ...conditions.map((condition) => `    ${condition}`),
    '  )))',
    '',
  ].join('\n');
  const leftOut = new Set(facts.filter((fact) => !isDeclared(fact)).map(([predicate]) => predicate));
  return { text, leftOut: [...leftOut], added: [...newBlocks, ...newNames] };
}

function typeOf(object?: TypedName) {
  return object?.types?.[0]?.written ?? 'object';
}
