/**
 * A short notation for ground tasks.
 *
 * @module
 */
import type { EffectLists, OperatorLists, TaskLists } from '../task/ground_task.ts';

/**
 * Makes a task. Facts are words, numbered alphabetically. An operator reads `name cost: preconditions > effects, effects`;
 * effects are words with + or -, and conditions follow `when`: `open 2: key > +open -key, when lamp +bright`.
 */
export function smallTask(task: { initial: string; goal: string; operators: readonly string[] }): TaskLists {
  const parts = task.operators.map(readOperator);
  const effectWords = parts.flatMap(({ effects }) =>
    effects.flatMap(({ when, adds, deletes }) => [when, adds, deletes]),
  );
  const all = [
    task.initial,
    task.goal,
    ...parts.map(({ needed }) => needed),
    ...effectWords.map((some) => some.join(' ')),
  ];
  const facts = [...new Set(all.flatMap(wordsIn))].sort();
  const numbers = (words: readonly string[]) => words.map((word) => facts.indexOf(word)).sort((a, b) => a - b);
  return {
    facts: facts.map((fact) => `(${fact})`),
    initial: numbers(wordsIn(task.initial)),
    goal: numbers(wordsIn(task.goal)),
    operators: parts.map(({ name, cost, needed, effects }): OperatorLists => {
      return {
        name: `(${name})`,
        cost,
        preconditions: numbers(wordsIn(needed)),
        effects: effects.map(
          ({ when, adds, deletes }): EffectLists => ({
            conditions: numbers(when),
            adds: numbers(adds),
            deletes: numbers(deletes),
          }),
        ),
      };
    }),
  };
}

function readOperator(text: string) {
  const match = /^(\S+) (\d+):([^>]*)>(.*)$/.exec(text);
  if (match === null) throw new Error(`Not an operator: ${text}`);
  const [, name = '', cost = '', needed = '', effects = ''] = match;
  return {
    name,
    cost: Number(cost),
    needed,
    effects: effects.split(',').map((effect) => {
      const words = wordsIn(effect);
      const signed = (sign: string) => words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1));
      return {
        when: words.filter((word) => /^\w/.test(word) && word !== 'when'),
        adds: signed('+'),
        deletes: signed('-'),
      };
    }),
  };
}

function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
