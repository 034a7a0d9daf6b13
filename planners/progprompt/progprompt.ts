/**
 * Follows Singh et al., "ProgPrompt: Generating Situated Robot Task Plans using Large Language Models" (ICRA 2023,
 * arXiv 2209.11302), with replanning as in LLM-State (arXiv 2311.17406v2, section V-A1).
 * The words of the prompts and the example programs are ours: see README.md, "Decisions".
 */
import type { Action } from '../../envs/env.ts';
import type { HouseholdObservation } from '../../envs/household/observation.ts';
import { ParseLog } from '../parse_log.ts';
import type { Decision, Episode, Outcome, Planner, Start } from '../planner.ts';
import { pythonRepr } from '../python_repr.ts';
import { type Judge, judgeOf } from './judge_assertion.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import type { Condition, Program, Statement } from './program.ts';
import { readProgram } from './read_program.ts';
import { type Knowledge, knownNames, resolveName } from './resolve_name.ts';
import { resultLines } from './result_lines.ts';

const EXAMPLES = ['example_1', 'example_2', 'example_3'] as const;

export const progPrompt: Planner<HouseholdObservation, Options> = {
  name: 'progprompt',
  title: 'ProgPrompt',
  worlds: ['household'],
  summary: 'Completes a program with asserts, runs it, and writes it anew after a failure or at its end',
  options: optionsSchema,
  promptSlots: {
    program: [
      'asserts',
      'two_hands',
      'objects',
      'current_room',
      'holding',
      'close_to',
      'examples_shown',
      'examples',
      'history_shown',
      'history',
      'task_name',
    ],
    example_1: [],
    example_2: [],
    example_3: ['two_hands'],
    assertion: ['holding', 'close_to', 'current_room', 'places', 'done_shown', 'about', 'done', 'assertion'],
  },
  privileged: ({ assertions }) => assertions === 'env',
  plan,
};

/** Repeats until the runner ends it at the goal or the cap. */
async function* plan(start: Start<HouseholdObservation>, options: Options): Episode<HouseholdObservation> {
  const judge = judgeOf(start, options);
  let knowledge: Knowledge = { observation: start.observation, history: start.past };
  let emptyPrograms = 0;
  while (emptyPrograms < options.emptyProgramsMax) {
    const program = await write({ start, options }, knowledge);
    const before = knowledge.history.length;
    knowledge = yield* run(program, knowledge, judge);
    emptyPrograms = knowledge.history.length === before ? emptyPrograms + 1 : 0;
  }
  yield { kind: 'stop', reason: 'empty_programs' };
}

type Setting = { readonly start: Start<HouseholdObservation>; readonly options: Options };

async function write({ start, options }: Setting, { observation, history }: Knowledge): Promise<Program> {
  const content = start.prompts.render('program', {
    asserts: options.assertions !== 'off',
    two_hands: options.hands === 2,
    objects: pythonRepr(knownNames(observation)),
    current_room: observation.room,
    holding: pythonRepr(observation.holding),
    close_to: pythonRepr(observation.closeTo),
    examples_shown: options.examples > 0,
    examples: examplesText({ start, options }),
    history_shown: history.length > 0,
    history: resultLines(history, options.resultsMax),
    task_name: taskName(start.instruction),
  });
  const { temperature, assertsMax } = options;
  const reply = await start.llm.chat([{ role: 'user', content }], { purpose: 'program', temperature });
  const log = new ParseLog();
  const program = readProgram(reply.text, log, { assertsMax });
  start.note(log.note('program', sizeOf(program)));
  return program;
}

function examplesText({ start, options }: Setting): string {
  const isShown = (line: string) =>
    (options.comments || !/^\s*#/.test(line)) && (options.assertions !== 'off' || !/^\s*(?:assert|else)\b/.test(line));
  const hands = { two_hands: options.hands === 2 };
  const texts = EXAMPLES.slice(0, options.examples).map((example) => start.prompts.render(example, hands));
  return texts.map((text) => text.split('\n').filter(isShown).join('\n')).join('\n\n');
}

async function* run(
  program: Program,
  knowledge: Knowledge,
  judge: Judge,
): AsyncGenerator<Decision, Knowledge, Outcome<HouseholdObservation>> {
  let { observation, history } = knowledge;
  for (const statement of program) {
    for (const { verb, args } of await actionsOf(statement, { observation, history }, judge)) {
      const action = { verb, args: args.map((name) => resolveName(name, { observation, history })) };
      const outcome = yield { kind: 'act', action };
      observation = outcome.observation;
      history = [...history, { action, ok: outcome.ok }];
      if (!outcome.ok) return { observation, history };
    }
  }
  return { observation, history };
}

async function actionsOf(statement: Statement, knowledge: Knowledge, judge: Judge): Promise<readonly Action[]> {
  switch (statement.kind) {
    case 'comment':
      return [];
    case 'call':
      return [statement.action];
    case 'assert':
      return (await judge(resolved(statement.condition, knowledge), knowledge)) ? [] : statement.orElse;
  }
}

function resolved(condition: Condition, knowledge: Knowledge): Condition {
  return condition.form === 'other' ? condition : { ...condition, object: resolveName(condition.object, knowledge) };
}

function sizeOf(program: Program): number {
  const sizes = program.map((statement) => {
    if (statement.kind === 'comment') return 0;
    return statement.kind === 'call' ? 1 : 1 + statement.orElse.length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `Find a magazine, put it on a bed.` → `find_a_magazine_put_it_on_a_bed`; else `task`. */
export function taskName(instruction: string): string {
  const words = instruction.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['task'];
  const name = words.join('_');
  return /^\p{N}/u.test(name) ? `task_${name}` : name;
}
