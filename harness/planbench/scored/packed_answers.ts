/**
 * Scored answers packed into one file, without their text.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { invalid } from '../../errors/failure.ts';
import { PLACES } from '../../files/places.ts';
import type { ScoredAnswer } from './answer.ts';

/** The facts of the answers that were read from a checkout: plans and verdicts, no word of an answer. */
const PACKED = 'results/planbench/answers.json.gz';

type FileKey = 'file' | 'domain' | 'model' | 'task';
type Packed = {
  readonly files: readonly Pick<ScoredAnswer, FileKey>[];
  /** Each plan once, actions by number. */
  readonly actions: readonly string[];
  readonly plans: readonly (readonly number[])[];
  /** Column → a value an answer; a value that is not a scalar stands as its number in `values`. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  readonly values: readonly unknown[];
};

const PLANS = ['plan', 'publishedPlan'] as const;
const VALUES = ['rule', 'failure', 'cause', 'copyOf'] as const;
const SCALARS = [
  'instance',
  'round',
  'valid',
  'ambiguous',
  'published',
  'publishedPlanValid',
  'optimalLength',
  'objects',
] as const;

/** Gzipped JSON, in columns. */
export function packedAnswers(answers: readonly ScoredAnswer[]): Buffer {
  const files = new Numbering<Pick<ScoredAnswer, FileKey>>();
  const actions = new Numbering<string>();
  const plans = new Numbering<readonly number[]>();
  const values = new Numbering<unknown>();
  const planNumber = (plan: readonly string[] | null) =>
    plan === null ? null : plans.of(plan.map((action) => actions.of(action)));
  const columns = Object.fromEntries([
    ['file', answers.map(({ file, domain, model, task }) => files.of({ file, domain, model, task }))],
    ...PLANS.map((name) => [name, answers.map((answer) => planNumber(answer[name]))]),
    ...VALUES.map((name) => [name, answers.map((answer) => values.of(answer[name]))]),
    ...SCALARS.map((name) => [name, answers.map((answer) => answer[name])]),
  ]);
  const packed: Packed = {
    files: files.items,
    actions: actions.items,
    plans: plans.items,
    columns,
    values: values.items,
  };
  return gzipSync(JSON.stringify(packed), { level: 9 });
}

export function unpackedAnswers(bytes: Uint8Array): ScoredAnswer[] {
  const { files, actions, plans, columns, values } = JSON.parse(gunzipSync(bytes).toString()) as Packed;
  const readPlans = plans.map((plan) => plan.map((number) => actions[number]!));
  const column = (name: string) => columns[name] as readonly (number | null)[];
  const planColumns = PLANS.map((name) => [name, column(name)] as const);
  const valueColumns = VALUES.map((name) => [name, column(name)] as const);
  const scalarColumns = SCALARS.map((name) => [name, columns[name]!] as const);
  return column('file').map((file, at) => ({
    ...files[file!]!,
    ...Object.fromEntries([
      ...planColumns.map(([name, numbers]) => [name, numbers[at] === null ? null : readPlans[numbers[at]!]!]),
      ...valueColumns.map(([name, numbers]) => [name, values[numbers[at]!]]),
      ...scalarColumns.map(([name, all]) => [name, all[at]]),
    ]),
  })) as unknown as ScoredAnswer[];
}

/** The committed answers, all 42,000 of them: read once where they are needed. */
export function readScoredAnswers(): ScoredAnswer[] {
  const path = join(PLACES.root, PACKED);
  if (!existsSync(path)) throw invalid(`${PACKED} is missing here: score a checkout with --planbench DIR`);
  return unpackedAnswers(readFileSync(path));
}

class Numbering<T> {
  readonly items: T[] = [];
  readonly #numbers = new Map<string, number>();

  of(item: T): number {
    const key = JSON.stringify(item);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.items.push(item) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}
