import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Rule as PlanRule } from '../../../../planners/planbench_one_shot/reading/choose_plan.ts';
import { invalid } from '../../../io/errors/failure.ts';
import { PLACES } from '../../../io/places.ts';
import { isComplete, type Trace } from '../../../trace/trace.ts';
import type { EventOf } from '../../../trace/trace_schema.ts';

export type ScoredAnswer = Readonly<{
  file: string;
  domain: string;
  model: string;
  task: string;
  instance: number;
  round: number | null;
  /** Ground actions without parentheses; null if the task asks for none. */
  plan: readonly string[] | null;
  /** `reply` for a verdict or a state; null without an answer. */
  rule: PlanRule | 'reply' | null;
  valid: boolean;
  failure: Failure | null;
  ambiguous: boolean;
  published: boolean | null;
  publishedPlan: readonly string[] | null;
  publishedPlanValid: boolean | null;
  optimalLength: number | null;
  objects: number;
  /** The first file with the same model, prompt and answer. */
  copyOf: string | null;
  cause: Cause | null;
  storedCause: StoredCause | null;
}>;

export type Failure =
  | Readonly<{ kind: 'precondition'; step: number; action: string; unmet: readonly string[] }>
  | Readonly<{ kind: 'name'; step: number; action: string }>
  | Readonly<{ kind: 'goal'; missing: readonly string[] }>
  | { readonly kind: 'no plan' }
  | { readonly kind: 'never asked' };

/** PlanBench's second task asks for the least cost: `shortest plan required` is no error. */
export const CAUSES = [
  'plan stored empty',
  'plan stored twice',
  'words stored with the plan',
  'other actions stored with the plan',
  'steps left out of the stored plan',
  'stored plan repairs the answer',
  'plan stored otherwise',
  'verdict on the stored plan',
  'no plan stored',
  'shortest plan required',
] as const;
export type Cause = (typeof CAUSES)[number];

export const STORED_CAUSES = [
  'text beside the stored plan',
  'plan longer than the shortest',
  'instance said to be unsolvable',
  'goal reached before the end',
  'other names in the instance file',
  'other goal in the instance file',
  'unknown name in the stored plan',
  'unexplained',
] as const;
export type StoredCause = (typeof STORED_CAUSES)[number];

const PACKED_FILE = 'results/planbench/answers.json.br';

export function packedAnswers(answers: readonly ScoredAnswer[]): Buffer {
  return brotliCompressSync(`[${answers.map((answer) => JSON.stringify(answer)).join(',\n')}]\n`);
}

export function unpackedAnswers(bytes: Uint8Array): ScoredAnswer[] {
  return JSON.parse(brotliDecompressSync(bytes).toString());
}

export function readScoredAnswers(): ScoredAnswer[] {
  const path = join(PLACES.root, PACKED_FILE);
  if (!existsSync(path)) throw invalid(`${PACKED_FILE} is missing; score a checkout with --planbench DIR`);
  return unpackedAnswers(readFileSync(path));
}

export type Cell = Readonly<{
  domain: string;
  prompt: string;
  model: string;
  answers: readonly ScoredAnswer[];
  neverAsked: number;
}>;

export function cellsOf(answers: readonly ScoredAnswer[], domainOf = (domain: string) => domain): Cell[] {
  const single = answers.filter(({ round, copyOf }) => round === null && copyOf === null);
  const groups = Map.groupBy(single, ({ domain, model, task }) =>
    JSON.stringify([domainOf(domain), promptOf(task), modelOf(model)]),
  );
  return [...groups.keys()].sort().map((key) => {
    const [domain, prompt, model] = JSON.parse(key);
    const instances = [...Map.groupBy(groups.get(key)!, instanceOf).values()];
    // If several files have an instance, the first answer counts.
    const given = instances.flatMap((all) => all.find(({ rule }) => rule !== null) ?? []);
    return { domain, prompt, model, answers: given, neverAsked: instances.length - given.length };
  });
}

export function modelOf(folder: string): string {
  return folder.split('_')[0]!;
}

export function familyOf(domain: string): string {
  return domain.replace(/_3$/, '');
}

export function instanceOf({ domain, instance }: Pick<ScoredAnswer, 'domain' | 'instance'>): string {
  return `${domain} ${instance}`;
}

/** `task_1_plan_generation_zero_shot_pddl` → `zero-shot, PDDL`. */
function promptOf(task: string): string {
  const name = task.replace(/^task_(?:8_)?\d_/, '').replaceAll('_', ' ');
  if (!name.includes('plan generation')) return name;
  const run = Number(/run ?(\d+)$/.exec(name)?.[1] ?? 1);
  const variants = (name.match(/pddl|state tracking/g) ?? []).map((word) => word.replace('pddl', 'PDDL'));
  const words = [...variants, ...(run > 1 ? [`run ${run}`] : [])];
  return [name.includes('zero shot') ? 'zero-shot' : 'one-shot', ...words].join(', ');
}

export function countsByFile(answers: readonly ScoredAnswer[]) {
  const files = Map.groupBy(answers, ({ file }) => file);
  return [...files.values()].map((all) => {
    const { domain, model, task } = all[0]!;
    const last = new Map(all.filter(({ copyOf }) => copyOf === null).map((answer) => [answer.instance, answer]));
    const lastAnswers = [...last.values()];
    const given = lastAnswers.filter(({ rule }) => rule !== null);
    const judged = given.filter(({ published }) => published !== null);
    return {
      ...{ domain, model, task, answers: given.length },
      right: given.filter(({ valid }) => valid).length,
      published: judged.length === 0 ? null : judged.filter(({ published }) => published).length,
      differ: given.filter(({ cause }) => cause !== null).length,
      ambiguous: given.filter(({ ambiguous }) => ambiguous).length,
      neverAsked: lastAnswers.length - given.length,
      copies: all.filter(({ copyOf }) => copyOf !== null).length,
    };
  });
}

/** Object counts are from `published`. */
export function recordedAnswers(traces: readonly Trace[], published: readonly ScoredAnswer[]): ScoredAnswer[] {
  const objects = new Map(published.map((answer) => [`${answer.domain}_${answer.instance}`, answer.objects]));
  const played = traces.filter(({ header }) => header.suite === 'planbench' && header.planner === 'planbench_one_shot');
  return played.filter(isComplete).map(({ header: { task, model, reference }, events, summary }) => {
    const steps = events.filter((event) => event.event === 'step');
    const failure = failureOf(steps, summary.success);
    const notes = events.flatMap((event) => (event.event === 'note' && 'remarks' in event.note ? [event.note] : []));
    const remark = notes.flatMap(({ remarks }) => remarks).find((text) => text.startsWith('rule: '));
    const [, domain = '', instance] = /^(.*)_(\d+)$/.exec(task)!;
    const unpublished = { published: null, publishedPlan: null, publishedPlanValid: null, copyOf: null };
    return {
      ...{ file: `cassettes/tapes/planbench/${model}`, domain, model: `${model}, recorded here` },
      ...{ task: 'task_1_plan_generation', instance: Number(instance), round: null },
      ...{ plan: steps.map(actionText), rule: (remark?.slice('rule: '.length) ?? 'none') as ScoredAnswer['rule'] },
      ...{ valid: failure === null, failure, ambiguous: false, ...unpublished, cause: null, storedCause: null },
      ...{ optimalLength: reference?.steps ?? null, objects: objects.get(task) ?? 0 },
    };
  });
}

function failureOf(steps: readonly EventOf<'step'>[], isReached: boolean): Failure | null {
  if (steps.length === 0) return { kind: 'no plan' };
  const refused = steps.find(({ ok }) => !ok);
  // A trace omits which goal facts are missing.
  if (refused === undefined) return isReached ? null : { kind: 'goal', missing: [] };
  const where = { step: refused.number, action: actionText(refused) };
  const [, unmet] = refused.reason?.message.split(' needs ') ?? [];
  return unmet === undefined ? { kind: 'name', ...where } : { kind: 'precondition', ...where, unmet: [unmet] };
}

function actionText({ action }: EventOf<'step'>): string {
  return [action.verb, ...action.args].join(' ');
}
