/** The VirtualHome half of EAI at 531c62f (v1.0.5). */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type CheckedJson, parsedJson, readCheckedJson } from '../../../../envs/checked_json.ts';
import { invalid } from '../../../io/errors/failure.ts';
import { readBytes, readText } from '../../../io/read_text.ts';

export type Answers = ReadonlyMap<string, string>;

const SHOWN_MAX = 5;

export function readAnswers(path: string, ids: readonly string[]): Answers {
  const text = readText(path);
  const file = readCheckedJson(text, z.array(z.object({ identifier: z.string(), llm_output: z.string() })), path);
  const tasks = new Set(ids);
  const answers = new Map<string, string>();
  for (const [index, { identifier, llm_output }] of file.value.entries()) {
    const id = taskId(identifier);
    if (!tasks.has(id)) throw file.problem([index, 'identifier'], `the id of one of the ${ids.length} tasks`);
    if (answers.has(id)) throw file.problem([index, 'identifier'], 'an id that appears only once');
    answers.set(id, llm_output);
  }
  const missing = ids.filter((id) => !answers.has(id));
  if (missing.length === 0) return answers;
  const line = text.trimEnd().split('\n').length;
  const more = missing.length > SHOWN_MAX ? ` and ${missing.length - SHOWN_MAX} more` : '';
  const problem = `expected answers to ${ids.length} tasks, found ${answers.size}`;
  const list = `${missing.slice(0, SHOWN_MAX).join(', ')}${more}`;
  throw invalid(`Cannot use "${path}", line ${line}: ${problem}; there are no answers to ${list}`);
}

const FENCE = '```json';

export function jsonAnswerText(answer: string): string {
  return oneLine(answer.startsWith(FENCE) ? pythonStrip(answer.slice(FENCE.length), /`/) : answer);
}

/** As in EAI, keeps the closing fence. */
export function unclosedAnswerText(answer: string): string {
  return oneLine(answer.startsWith(FENCE) ? answer.slice(FENCE.length) : answer);
}

function oneLine(text: string): string {
  return pythonStrip(text, /\s/).replaceAll('\n', '').replaceAll("'", '"');
}

function pythonStrip(text: string, characters: RegExp): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.test(text[start]!)) start++;
  while (end > start && characters.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

export function readJsonAnswer(answer: string): unknown {
  return parsedJson(jsonAnswerText(answer));
}

export const EVALUATIONS = [
  'goal_interpretation',
  'action_sequencing',
  'subgoal_decomposition',
  'transition_modeling',
] as const;
export type EvaluationName = (typeof EVALUATIONS)[number];

const REPOSITORY = 'https://github.com/embodied-agent-interface/embodied-agent-interface';

/** Paths are relative to `src/virtualhome_eval`. */
export class EaiCheckout {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, 'src/virtualhome_eval');
    if (statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw invalid(
      `Cannot read "${this.#folder}": there is no such folder; --eai takes a checkout of EAI (git clone ${REPOSITORY})`,
    );
  }

  path(file: string): string {
    return join(this.#folder, file);
  }

  text(file: string): string {
    return readText(this.#existing(file));
  }

  bytes(file: string): Buffer {
    return readBytes(this.#existing(file));
  }

  #existing(file: string): string {
    const path = this.path(file);
    if (existsSync(path)) return path;
    throw invalid(`Cannot read "${path}": there is no such file; use a complete checkout of version v1.0.5`);
  }

  json<T>(file: string, schema: z.ZodType<T>): CheckedJson<T> {
    return readCheckedJson(this.text(file), schema, this.path(file));
  }
}

export function taskId(identifier: string): string {
  return identifier.replace(/^scene_1_/, '');
}
