/**
 * EAI's prompts of goal interpretation: its template, filled with a task's words and objects.
 *
 * Where it prints a Python set, whose order depends on a seed, the order here is that of the file.
 *
 * @module
 */
import { z } from 'zod';
import { pythonRepr, pythonString } from '../../../../planners/python_repr.ts';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import { type EaiScene, readEaiScene } from '../checkout/eai_scene.ts';
import { type EaiPrompts, userPrompt } from './eai_prompt.ts';
import { readPromptTemplate } from './prompt_template.ts';

const RESOURCES = 'resources/virtualhome';
const texts = z.record(z.string(), z.string());
const lists = z.record(z.string(), z.array(z.string()));

/** Class → states that its objects may be in. */
type PossibleStates = ReadonlyMap<string, readonly string[]>;

export function goalPrompts(checkout: EaiCheckout): EaiPrompts {
  const fill = readPromptTemplate(checkout, 'goal_interpretation', {
    '<relation_types>': pythonDict(checkout.json(`${RESOURCES}/relation_types.json`, texts).value, pythonString),
    '<rel_obj_pairs>': pythonDict(checkout.json(`${RESOURCES}/relation_object_pairs.json`, lists).value, pythonSet),
    '<action_space>': pythonDict(checkout.json(`${RESOURCES}/action_space.json`, texts).value, pythonString),
  });
  const states = new Map(Object.entries(checkout.json('resources/object_states.json', lists).value));
  return (id) => {
    const scene = readEaiScene(checkout, id);
    const { title, description } = scene;
    return userPrompt(
      fill({
        '<object_in_scene>': objectLines(scene, states),
        '<goal_str>': `Goal name: ${title}\nGoal description: ${description}\n`,
      }),
    );
  };
}

/** A line for each object that the task is about. A character that is not among them gets the last one's states, as EAI has it. */
function objectLines({ start, relevant }: EaiScene, possible: PossibleStates): string {
  const objects = relevant.map((id) => {
    const { className, states } = start.nodes[start.indexOf.get(id)!]!;
    const all = (possible.get(className) ?? []).map((state) => state.toUpperCase());
    return { className, states: `initial states: ${pythonRepr(states)}, possible states: ${pythonRepr(all)}` };
  });
  const last = objects.at(-1);
  const hasCharacter = objects.some(({ className }) => className === 'character');
  const listed = hasCharacter || last === undefined ? objects : [...objects, { ...last, className: 'character' }];
  return listed.map(({ className, states }) => `${className}, ${states}\n`).join('');
}

function pythonDict<T>(record: Readonly<Record<string, T>>, print: (value: T) => string): string {
  const entries = Object.entries(record).map(([key, value]) => `${pythonString(key)}: ${print(value)}`);
  return `{${entries.join(', ')}}`;
}

function pythonSet(values: readonly string[]): string {
  return values.length === 0 ? 'set()' : `{${values.map((value) => pythonString(value)).join(', ')}}`;
}
