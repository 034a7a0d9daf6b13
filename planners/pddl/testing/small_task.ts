import type { TaskLists } from '../task/ground_task.ts';

/**
 * A ground task in a short notation. Facts are words, numbered alphabetically. An operator reads `name cost: preconditions > effects,
 * effects`; effects are words with + or -, and conditions follow `when`: `open 2: key > +open -key, when lamp +bright`.
 */
export function smallTask(task: { initial: string; goal: string; operators: readonly string[] }): TaskLists {
  const parts = task.operators.map(readOperator);
  const used = parts.flatMap(({ preconditions, effects }) => [
    preconditions,
    ...effects.flatMap(({ conditions, adds, deletes }) => [conditions, adds, deletes]),
  ]);
  const facts = [...new Set([wordsIn(task.initial), wordsIn(task.goal), ...used].flat())].sort();
  const numbers = (words: readonly string[]) => words.map((word) => facts.indexOf(word)).sort((a, b) => a - b);
  return {
    facts: facts.map((fact) => `(${fact})`),
    initial: numbers(wordsIn(task.initial)),
    goal: numbers(wordsIn(task.goal)),
    operators: parts.map(({ preconditions, effects, ...rest }) => ({
      ...rest,
      preconditions: numbers(preconditions),
      effects: effects.map(({ conditions, adds, deletes }) => {
        return { conditions: numbers(conditions), adds: numbers(adds), deletes: numbers(deletes) };
      }),
    })),
  };
}

function readOperator(text: string) {
  const [, name, cost, needed, effects] = /^(\S+) (\d+):([^>]*)>(.*)$/.exec(text)!;
  return {
    name: `(${name})`,
    cost: Number(cost),
    preconditions: wordsIn(needed!),
    effects: effects!.split(',').map((effect) => {
      const words = wordsIn(effect);
      const signed = (sign: string) => words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1));
      const conditions = words.filter((word) => /^\w/.test(word) && word !== 'when');
      return { conditions, adds: signed('+'), deletes: signed('-') };
    }),
  };
}

function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
