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

/** Sorted; copies and dialogues are left out. `domainOf` may give several domains one name. */
export function cellsOf(answers: readonly ScoredAnswer[], domainOf = (domain: string) => domain): Cell[] {
  const single = answers.filter(({ round, copyOf }) => round === null && copyOf === null);
  const groups = Map.groupBy(single, ({ domain, model, task }) =>
    JSON.stringify([domainOf(domain), promptOf(task), modelOf(model)]),
  );
  return [...groups.keys()].sort().map((key) => {
    const [domain, prompt, model] = JSON.parse(key);
    const instances = [...Map.groupBy(groups.get(key)!, instanceOf).values()];
    // Where several files have an instance, the first answer counts.
    const given = instances.flatMap((all) => all.find(({ rule }) => rule !== null) ?? []);
    return { domain, prompt, model, answers: given, neverAsked: instances.length - given.length };
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
  const variants = (name.match(/pddl|state tracking/g) ?? []).map((word) => word.replace('pddl', 'PDDL'));
  const words = [...variants, ...(run > 1 ? [`run ${run}`] : [])];
  return [name.includes('zero shot') ? 'zero-shot' : 'one-shot', ...words].join(', ');
}
