/**
 * PlanBench's single answers in cells: those of a model to one prompt over the instances of a domain, each instance once.
 *
 * @module
 */
import type { ScoredAnswer } from './answer.ts';

export type Cell = {
  readonly domain: string;
  /** `zero-shot`, `one-shot, PDDL`; of tasks that ask for more than a plan, the task: `plan verification`. */
  readonly prompt: string;
  readonly model: string;
  readonly answers: readonly ScoredAnswer[];
  /** Instances with an empty answer. */
  readonly neverAsked: number;
};

/** Sorted; copies and dialogues are left out. `domainOf` may name several domains alike. */
export function cellsOf(answers: readonly ScoredAnswer[], domainOf = (domain: string) => domain): Cell[] {
  const single = answers.filter(({ round, copyOf }) => round === null && copyOf === null);
  const groups = Map.groupBy(single, ({ domain, model, task }) =>
    JSON.stringify([domainOf(domain), promptOf(task), modelOf(model)]),
  );
  return [...groups.keys()].sort().map((key) => {
    const [domain, prompt, model] = JSON.parse(key);
    // Where several files have an instance, the first answer counts.
    const once = new Map<string, ScoredAnswer>();
    for (const answer of groups.get(key)!) {
      if ((once.get(instanceOf(answer))?.rule ?? null) === null) once.set(instanceOf(answer), answer);
    }
    const given = [...once.values()].filter(({ rule }) => rule !== null);
    return { domain, prompt, model, answers: given, neverAsked: once.size - given.length };
  });
}

/** `gpt-4-turbo_chat` is GPT-4 Turbo, asked through one of several services. */
export function modelOf(folder: string): string {
  return folder.split('_')[0]!;
}

/** `blocksworld_3`, the instances of three blocks, belongs to `blocksworld`. */
export function familyOf(domain: string): string {
  return domain.replace(/_3$/, '');
}

export function instanceOf({ domain, instance }: Pick<ScoredAnswer, 'domain' | 'instance'>): string {
  return `${domain} ${instance}`;
}

function promptOf(task: string): string {
  const name = task.replace(/^task_(?:8_)?\d_/, '').replaceAll('_', ' ');
  if (!name.includes('plan generation')) return name;
  const run = Number(/run ?(\d+)$/.exec(name)?.[1] ?? 1);
  const words = [name.includes('zero shot') ? 'zero-shot' : 'one-shot'];
  if (name.includes('pddl')) words.push('PDDL');
  if (name.includes('state tracking')) words.push('state tracking');
  if (run > 1) words.push(`run ${run}`);
  return words.join(', ');
}
