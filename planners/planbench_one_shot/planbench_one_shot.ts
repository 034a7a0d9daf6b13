/**
 * PlanBench's way: one request states the domain and the problem, one answer holds the plan, which is carried out to its end.
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
      'What is asked: our own words for the facts, or the instruction itself, as tasks of published requests have it',
    ),
  temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature'),
});

type Options = z.infer<typeof optionsSchema>;

const SLOTS = ['start', 'goal'];

export const planbenchOneShot: Planner<PddlObservation, Options> = {
  name: 'planbench_one_shot',
  title: 'PlanBench, one-shot',
  worlds: ['pddl'],
  summary: 'Asks the model for the whole plan in one request, and carries it out to its end',
  options: optionsSchema,
  promptSlots: { blocksworld: SLOTS, mystery_blocksworld: SLOTS, logistics: SLOTS },
  privileged: () => false,
  plan,
};

/** Longer than any published answer; what is beyond is not read. */
const REPLY_CHARACTERS_MAX = 200_000;

async function* plan(start: Start<PddlObservation>, { request, temperature }: Options): Episode<PddlObservation> {
  const { instruction, observation, llm, note } = start;
  if (request === 'own' && !Object.hasOwn(planbenchOneShot.promptSlots, observation.domain)) {
    yield { kind: 'stop', reason: 'no_prompt' };
    return;
  }
  const content = request === 'own' ? ownRequest(start) : instruction;
  const reply = await llm.chat([{ role: 'user', content }], { purpose: 'plan', temperature });
  const log = new ParseLog();
  const { rule, actions } = choosePlan(readLines(reply.text.slice(0, REPLY_CHARACTERS_MAX), vocabularyIn(observation)));
  log.remark(`rule: ${rule}`);
  note(log.note('plan', actions.length));
  for (const { action } of actions) {
    const [verb = '', ...args] = action.split(' ');
    const { ok } = yield { kind: 'act', action: { verb, args } };
    if (ok) continue;
    yield { kind: 'stop', reason: 'action_failed' };
    return;
  }
  yield { kind: 'stop', reason: actions.length === 0 ? 'parse' : PLAN_COMPLETED };
}

function ownRequest({ observation, prompts }: Start<PddlObservation>): string {
  const listed = (facts: readonly string[]) =>
    facts
      .map((fact) => inWords(fact, observation))
      .filter((words) => words !== '')
      .map((words) => `- ${words}`)
      .join('\n');
  return prompts.render(observation.domain, { start: listed(observation.facts), goal: listed(observation.goal) });
}

/** `block a is on block b` for `on a b`. */
function inWords(fact: string, { words }: PddlObservation): string {
  const [predicate = '', ...objects] = fact.split(' ');
  const template = Object.hasOwn(words.facts, predicate) ? words.facts[predicate]! : '';
  return filled(
    template,
    objects.map((object) => objectInWords(object, words.objects)),
  );
}

/** `location_0_1` for `l0-1`. */
function objectInWords(object: string, words: PddlObservation['words']['objects']): string {
  const prefix = object.replace(/\d.*$/, '');
  const found = Object.entries(words).find(([form, name]) => name === (form.includes('{}') ? prefix : object));
  return found === undefined ? object : filled(found[0], object.slice(prefix.length).split('-'));
}

function filled(template: string, values: readonly string[]): string {
  return template.split('{}').reduce((text, part, at) => text + (values[at - 1] ?? '') + part);
}

function vocabularyIn({ actions, words, objects }: PddlObservation) {
  const named = Object.entries(actions).map(([name, arity]) => ({
    name,
    arity,
    template: words.actions[name] ?? null,
  }));
  return vocabularyOf(
    named,
    new Map([...objects.map((name) => [name, name] as const), ...Object.entries(words.objects)]),
  );
}
