/** PlanBench's plan generation (Valmeekam et al. 2023, arXiv 2206.10498). */

import { z } from 'zod';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { askOnce } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';
import { type Episode, option, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { readLines, vocabularyOf } from './reading/action_lines.ts';
import { choosePlan } from './reading/choose_plan.ts';

const optionsSchema = z.strictObject({
  request: option.choice(
    ['own', 'instruction'],
    'own',
    'Request to send: our prompt with the instruction, or the instruction alone',
  ),
  temperature: option.temperature(0, 'Sampling temperature'),
});

type Options = z.infer<typeof optionsSchema>;

/** Above any published answer (18,758 characters) and line (2,466). */
const [REPLY_MAX, LINE_MAX] = [100_000, 4_000];

export const planbenchOneShot: Planner<PddlObservation, Options> = {
  name: 'planbench_one_shot',
  title: 'PlanBench, one-shot',
  worlds: ['pddl'],
  summary: 'Asks the model for the whole plan in one request, and carries it out',
  options: optionsSchema,
  promptSlots: { blocksworld: ['instruction'], mystery_blocksworld: ['instruction'], logistics: ['instruction'] },
  privileged: () => false,
  plan,
};

async function* plan(start: Start<PddlObservation>, { request, temperature }: Options): Episode<PddlObservation> {
  const { instruction, observation, prompts } = start;
  if (request === 'own' && !Object.hasOwn(planbenchOneShot.promptSlots, observation.domain)) {
    yield { kind: 'stop', reason: 'no_prompt' };
    return;
  }
  const content = request === 'own' ? prompts.render(observation.domain, { instruction }) : instruction;
  const { actions } = await askOnce(start, { content, purpose: 'plan', temperature }, (reply, log) => {
    const { rule, actions } = choosePlan(readLines(truncate(reply, log), vocabularyIn(observation)));
    log.remark(`rule: ${rule}`);
    return { actions, accepted: actions.length };
  });
  for (const { action } of actions) {
    const [verb = '', ...args] = action.split(' ');
    if ((yield { kind: 'act', action: { verb, args } }).ok) continue;
    yield { kind: 'stop', reason: 'action_failed' };
    return;
  }
  yield { kind: 'stop', reason: actions.length === 0 ? 'parse' : PLAN_COMPLETED };
}

function truncate(text: string, log: ParseLog) {
  const lines = text.slice(0, REPLY_MAX).split(/\r?\n/);
  const longLine = lines.findIndex((line) => line.length > LINE_MAX);
  if (text.length > REPLY_MAX || longLine !== -1) {
    const where = { line: longLine === -1 ? lines.length : longLine + 1, text: lines.at(longLine)! };
    log.discard('too_much', where, `more than ${REPLY_MAX} characters, or ${LINE_MAX} in a line`);
  }
  return lines.map((line) => line.slice(0, LINE_MAX)).join('\n');
}

function vocabularyIn({ actions, words, objects }: PddlObservation) {
  const actionWords = Object.entries(actions).map(([name, { parameters }]) => {
    return { name, arity: parameters.length, template: words.actions[name] ?? null };
  });
  const names = objects.map((name) => [name, name] as const);
  const letters = !Object.keys(words.objects).some((word) => word.endsWith(' block'));
  return vocabularyOf(actionWords, new Map([...names, ...Object.entries(words.objects)]), letters);
}
