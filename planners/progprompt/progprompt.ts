/** ProgPrompt (Singh et al. 2023, arXiv 2209.11302) with LLM-State's replanning (arXiv 2311.17406v2, section V-A1). */

import { z } from 'zod';
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { askOnce } from '../ask_until_read.ts';
import { handsOption } from '../observation_slots.ts';
import { type Decision, type Episode, type Outcome, option, type Planner, type Start } from '../planner.ts';
import { pythonRepr } from '../python_repr.ts';
import { type Judge, judgeOf, type Knowledge, knownNames, resolveName } from './judge_assertion.ts';
import { type Program, resultLines, type Statement } from './program.ts';
import { readProgram } from './read_program.ts';

/** `comments: false` and `assertions: off` are ProgPrompt's ablations. */
const optionsSchema = z.strictObject({
  assertions: option.choice(
    ['llm', 'env', 'off'],
    'llm',
    'Let the language model or the world (privileged) judge asserts, or write programs without asserts (off)',
  ),
  comments: option.flag(true, 'Show comments in the example programs'),
  examples: option.count(3, [0, 3], 'Number of example programs in the prompt'),
  hands: handsOption,
  resultsMax: option.count(200, [0, 1000], 'Maximum number of past actions in a prompt; any shipped task has fewer'),
  assertsMax: option.count(50, [0, 1000], 'Maximum number of asserts; bounds the model calls between actions'),
  emptyProgramsMax: option.count(
    5,
    [1],
    'Maximum number of consecutive programs without an action; not stated in the papers',
  ),
  temperature: option.temperature(0, 'Sampling temperature; not stated in the LLM-State paper'),
});

type Options = z.infer<typeof optionsSchema>;

const EXAMPLES = ['example_1', 'example_2', 'example_3'] as const;

export const progPrompt: Planner<HouseholdObservation, Options> = {
  name: 'progprompt',
  title: 'ProgPrompt',
  worlds: ['household'],
  summary: 'Completes a program with asserts, runs it, and requests another after a failure or at its end',
  options: optionsSchema,
  promptSlots: {
    program:
      'asserts two_hands objects current_room holding close_to examples_shown examples history_shown history task_name'.split(
        ' ',
      ),
    example_1: [],
    example_2: [],
    example_3: ['two_hands'],
    assertion: ['holding', 'close_to', 'current_room', 'places', 'done_shown', 'about', 'done', 'assertion'],
  },
  privileged: ({ assertions }) => assertions === 'env',
  plan,
};

async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const judge = judgeOf(start, options);
  let knowledge: Knowledge = { observation: start.observation, history: start.past };
  let emptyPrograms = 0;
  while (emptyPrograms < options.emptyProgramsMax) {
    const program = await write(start, options, knowledge);
    const before = knowledge.history.length;
    knowledge = yield* run(program, knowledge, judge);
    emptyPrograms = knowledge.history.length === before ? emptyPrograms + 1 : 0;
  }
  yield { kind: 'stop', reason: 'empty_programs' };
}

async function write(
  start: Start<HouseholdObservation>,
  options: Options,
  { observation, history }: Knowledge,
): Promise<Program> {
  const content = start.prompts.render('program', {
    asserts: options.assertions !== 'off',
    two_hands: options.hands === 2,
    objects: pythonRepr(knownNames(observation)),
    current_room: observation.room,
    holding: pythonRepr(observation.holding),
    close_to: pythonRepr(observation.closeTo),
    examples_shown: options.examples > 0,
    examples: examplesText(start, options),
    history_shown: history.length > 0,
    history: resultLines(history, options.resultsMax),
    task_name: taskName(start.instruction),
  });
  const { temperature } = options;
  const { program } = await askOnce(start, { content, purpose: 'program', temperature }, (reply, log) => {
    const program = readProgram(reply, log, options);
    return { program, accepted: sizeOf(program) };
  });
  return program;
}

function examplesText({ prompts }: Start<HouseholdObservation>, options: Options): string {
  const isShown = (line: string) =>
    (options.comments || !/^\s*#/.test(line)) && (options.assertions !== 'off' || !/^\s*(?:assert|else)\b/.test(line));
  const hands = { two_hands: options.hands === 2 };
  const texts = EXAMPLES.slice(0, options.examples).map((example) => prompts.render(example, hands));
  return texts.map((text) => text.split('\n').filter(isShown).join('\n')).join('\n\n');
}

async function* run(
  program: Program,
  knowledge: Knowledge,
  judge: Judge,
): AsyncGenerator<Decision, Knowledge, Outcome<HouseholdObservation>> {
  let now = knowledge;
  for (const statement of program) {
    for (const { verb, args } of await actionsOf(statement, now, judge)) {
      const action = { verb, args: args.map((name) => resolveName(name, now)) };
      const { ok, observation } = yield { kind: 'act', action };
      now = { observation, history: [...now.history, { action, ok }] };
      if (!ok) return now;
    }
  }
  return now;
}

async function actionsOf(statement: Statement, knowledge: Knowledge, judge: Judge): Promise<readonly Action[]> {
  if (statement.kind === 'comment') return [];
  if (statement.kind === 'call') return [statement.action];
  const { condition, orElse } = statement;
  const question =
    condition.form === 'other' ? condition : { ...condition, object: resolveName(condition.object, knowledge) };
  return (await judge(question, knowledge)) ? [] : orElse;
}

function sizeOf(program: Program): number {
  const statements = program.filter(({ kind }) => kind !== 'comment');
  return statements.reduce((sum, part) => sum + 1 + (part.kind === 'assert' ? part.orElse.length : 0), 0);
}

export function taskName(instruction: string): string {
  const words = instruction.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['task'];
  const name = words.join('_');
  return /^\p{N}/u.test(name) ? `task_${name}` : name;
}
