import { z } from 'zod';
import type { Message } from '../../../../cassettes/llm.ts';
import { pythonRepr, pythonString } from '../../../../planners/python_repr.ts';
import { invalid } from '../../../io/errors/failure.ts';
import { type EaiCheckout, type EvaluationName, taskId } from './checkout.ts';
import { type EaiScene, readEaiScene } from './scene.ts';
import { readTransitionTasks } from './tasks.ts';

type EaiPrompt = Readonly<{ messages: readonly Message[]; maxTokens?: number }>;

export type EaiPrompts = (id: string) => EaiPrompt;

export const PROMPTS: Readonly<Record<EvaluationName, (checkout: EaiCheckout) => EaiPrompts>> = {
  goal_interpretation: goalPrompts,
  action_sequencing: (checkout) => writtenPrompts(checkout, 'action_sequencing'),
  subgoal_decomposition: subgoalPrompts,
  transition_modeling: actionPrompts,
};

function userPrompt(content: string): EaiPrompt {
  return { messages: [{ role: 'user', content }] };
}

const RESOURCES = 'resources/virtualhome';
const texts = z.record(z.string(), z.string());
const lists = z.record(z.string(), z.array(z.string()));

/** Sets keep the file's order; Python's depends on a seed. */
function goalPrompts(checkout: EaiCheckout): EaiPrompts {
  const fill = readTemplate(checkout, 'goal_interpretation', {
    '<relation_types>': pythonDict(checkout.json(`${RESOURCES}/relation_types.json`, texts).value, pythonString),
    '<rel_obj_pairs>': pythonDict(checkout.json(`${RESOURCES}/relation_object_pairs.json`, lists).value, pythonSet),
    '<action_space>': pythonDict(checkout.json(`${RESOURCES}/action_space.json`, texts).value, pythonString),
  });
  const states = new Map(Object.entries(checkout.json('resources/object_states.json', lists).value));
  return (id) => {
    const scene = readEaiScene(checkout, id);
    const goal = `Goal name: ${scene.title}\nGoal description: ${scene.description}\n`;
    return userPrompt(fill({ '<object_in_scene>': objectLines(scene, states), '<goal_str>': goal }));
  };
}

/** As in EAI, an irrelevant character has the states of the last object. */
function objectLines({ start, relevant }: EaiScene, possibleStates: ReadonlyMap<string, readonly string[]>): string {
  const objects = relevant.map((id) => {
    const { className, states } = start.nodes[start.indexOf.get(id)!]!;
    const all = (possibleStates.get(className) ?? []).map((state) => state.toUpperCase());
    return { className, states: `initial states: ${pythonRepr(states)}, possible states: ${pythonRepr(all)}` };
  });
  const last = objects.at(-1);
  const hasCharacter = objects.some(({ className }) => className === 'character');
  const rows = hasCharacter || last === undefined ? objects : [...objects, { ...last, className: 'character' }];
  return rows.map(({ className, states }) => `${className}, ${states}\n`).join('');
}

function pythonDict<T>(record: Readonly<Record<string, T>>, print: (value: T) => string): string {
  const entries = Object.entries(record).map(([key, value]) => `${pythonString(key)}: ${print(value)}`);
  return `{${entries.join(', ')}}`;
}

function pythonSet(values: readonly string[]): string {
  return values.length === 0 ? 'set()' : `{${values.map((value) => pythonString(value)).join(', ')}}`;
}

/** Omits EAI's stop at "}", which complete answers do not need. */
function subgoalPrompts(checkout: EaiCheckout): EaiPrompts {
  const file = 'evaluation/subgoal_decomposition/prompts/system_setup.json';
  const schema = z.object({ system_prompt: z.string(), max_output_tokens: z.int().positive() });
  const { system_prompt: system, max_output_tokens: maxTokens } = checkout.json(file, schema).value;
  const prompts = writtenPrompts(checkout, 'subgoal_decomposition');
  return (id) => ({ messages: [{ role: 'system', content: system }, ...prompts(id).messages], maxTokens });
}

function actionPrompts(checkout: EaiCheckout): EaiPrompts {
  const tasks = new Map(readTransitionTasks(checkout).tasks.map((task) => [task.id, task]));
  const fill = readTemplate(checkout, 'transition_modeling');
  return (id) => {
    const { gold, problem } = tasks.get(id)!;
    const head = (name: string, parameters: string) =>
      `(:action ${name}\n  :parameters ${parameters}\n  :precondition ()\n  :effect ()\n)\n\n`;
    const heads = Array.from(gold, ([name, { parameters }]) => head(name, parameters));
    return userPrompt(fill({ '<problem_file>': problem, '<action_handlers': heads.join('') }));
  };
}

function writtenPrompts(checkout: EaiCheckout, evaluation: EvaluationName): EaiPrompts {
  const schema = z.array(z.object({ identifier: z.string(), llm_prompt: z.string() }));
  const file = checkout.json(`evaluation/${evaluation}/prompts/helm_prompts.json`, schema);
  const prompts = new Map(file.value.map(({ identifier, llm_prompt }) => [taskId(identifier), llm_prompt]));
  return (id) => {
    const prompt = prompts.get(id);
    if (prompt === undefined) throw file.problem([], `a prompt for the task ${JSON.stringify(id)}`);
    return userPrompt(prompt);
  };
}

type Slots = Readonly<Record<string, string>>;

/** Fills `prompt = """…<slot>…"""` of `one_shot.py`. */
function readTemplate(checkout: EaiCheckout, evaluation: EvaluationName, fixed: Slots = {}): (slots: Slots) => string {
  const file = `evaluation/${evaluation}/prompts/one_shot.py`;
  const failure = (missing: string) =>
    invalid(`Cannot use "${checkout.path(file)}": expected ${missing}; use a checkout of version v1.0.5`);
  const literal = promptLiteral(checkout.text(file));
  if (literal === null) throw failure('prompt = """…"""');
  const template = fillSlots(literal, fixed);
  return (slots) => {
    const missing = Object.keys(slots).find((slot) => !template.includes(slot));
    if (missing !== undefined) throw failure(`"${missing}" in the prompt`);
    return fillSlots(template, slots);
  };
}

function promptLiteral(python: string): string | null {
  const beginning = /^prompt[ \t]*=[ \t]*("""|''')/m.exec(python);
  if (beginning === null) return null;
  const start = beginning.index + beginning[0].length;
  const end = python.indexOf(beginning[1]!, start);
  if (end < 0) return null;
  return python
    .slice(start, end)
    .replaceAll(/\\([n"'\\\n])/g, (_, character) => (character === 'n' ? '\n' : character === '\n' ? '' : character));
}

function fillSlots(template: string, slots: Slots): string {
  return Object.entries(slots).reduce((text, [slot, value]) => text.replaceAll(slot, () => value), template);
}
