/**
 * PlanBench's way: one request states domain and problem, its answer holds the plan, and that is carried out.
 *
 * Follows Valmeekam et al. 2023, "PlanBench" (arXiv 2206.10498), plan generation. The prompts' words and examples are ours; plans are
 * read by the rules that read the published answers.
 *
 * @module
 */
import { z } from 'zod';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { ParseLog } from '../parse_log.ts';
import { type Episode, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { readLines } from './reading/action_lines.ts';
import { choosePlan } from './reading/choose_plan.ts';
import { vocabularyOf } from './reading/vocabulary.ts';

const optionsSchema = z.strictObject({
  request: z
    .enum(['own', 'instruction'])
    .default('own')
    .describe(
      'What is asked: the facts in words of our own, or the instruction as it is, which may be a published request',
    ),
  temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature'),
});

type Options = z.infer<typeof optionsSchema>;

const SLOTS = ['start', 'goal'];
/** Longer than any published answer (18,758 characters) and any line of one (2,466); what is beyond is not read. */
const REPLY_CHARACTERS_MAX = 100_000;
const LINE_CHARACTERS_MAX = 4_000;

export const planbenchOneShot: Planner<PddlObservation, Options> = {
  name: 'planbench_one_shot',
  title: 'PlanBench, one-shot',
  worlds: ['pddl'],
  summary: 'Asks the model for the whole plan in one request, and carries it out',
  options: optionsSchema,
  promptSlots: { blocksworld: SLOTS, mystery_blocksworld: SLOTS, logistics: SLOTS },
  privileged: () => false,
  plan,
};

async function* plan(start: Start<PddlObservation>, { request, temperature }: Options): Episode<PddlObservation> {
  const { instruction, observation, llm, note } = start;
  if (request === 'own' && !Object.hasOwn(planbenchOneShot.promptSlots, observation.domain)) {
    yield { kind: 'stop', reason: 'no_prompt' };
    return;
  }
  const content = request === 'own' ? ownRequest(start) : instruction;
  const reply = await llm.chat([{ role: 'user', content }], { purpose: 'plan', temperature });
  const log = new ParseLog();
  const { rule, actions } = choosePlan(readLines(bounded(reply.text, log), vocabularyIn(observation)));
  log.remark(`rule: ${rule}`);
  note(log.note('plan', actions.length));
  for (const { action } of actions) {
    const [verb = '', ...args] = action.split(' ');
    if ((yield { kind: 'act', action: { verb, args } }).ok) continue;
    yield { kind: 'stop', reason: 'action_failed' };
    return;
  }
  yield { kind: 'stop', reason: actions.length === 0 ? 'parse' : PLAN_COMPLETED };
}

function bounded(text: string, log: ParseLog): string {
  const lines = text.slice(0, REPLY_CHARACTERS_MAX).replaceAll('\r\n', '\n').split('\n');
  const kept = lines.map((line) => line.slice(0, LINE_CHARACTERS_MAX)).join('\n');
  const at = lines.findIndex((line) => line.length > LINE_CHARACTERS_MAX);
  if (at !== -1)
    log.discard('too_much', { line: at + 1, text: lines[at]! }, `more than ${LINE_CHARACTERS_MAX} characters`);
  if (text.length > REPLY_CHARACTERS_MAX)
    log.discard(
      'too_much',
      { line: lines.length, text: lines.at(-1)! },
      `more than ${REPLY_CHARACTERS_MAX} characters`,
    );
  return kept;
}

function ownRequest({ observation, prompts }: Start<PddlObservation>): string {
  const { domain, facts, goal, words } = observation;
  const listed = (all: readonly string[]) => {
    const said = all.map((fact) => inWords(fact, words)).filter((text) => text !== '');
    return said.map((text) => `- ${text}`).join('\n');
  };
  return prompts.render(domain, { start: listed(facts), goal: listed(goal) });
}

type Words = PddlObservation['words'];

/** `block a is on block b` for `on a b`. */
function inWords(fact: string, { facts, objects }: Words): string {
  const [predicate = '', ...args] = fact.split(' ');
  return filled(
    facts[predicate] ?? '',
    args.map((object) => objectInWords(object, objects)),
  );
}

/** `location_0_1` for `l0-1`. */
function objectInWords(object: string, words: Words['objects']): string {
  const prefix = object.replace(/\d.*$/, '');
  const found = Object.entries(words).find(([form, name]) => name === (form.includes('{}') ? prefix : object));
  return found === undefined ? object : filled(found[0], object.slice(prefix.length).split('-'));
}

function filled(template: string, values: readonly string[]): string {
  return template.split('{}').reduce((text, part, at) => text + (values[at - 1] ?? '') + part);
}

function vocabularyIn({ actions, words, objects }: PddlObservation) {
  const named = Object.entries(actions).map(([name, { parameters }]) => {
    return { name, arity: parameters.length, template: words.actions[name] ?? null };
  });
  const names = objects.map((name) => [name, name] as const);
  const letters = Object.keys(words.objects).every((word) => /^(object .*|.|.*\{\}.*)$/.test(word));
  return vocabularyOf(named, new Map([...names, ...Object.entries(words.objects)]), letters);
}
