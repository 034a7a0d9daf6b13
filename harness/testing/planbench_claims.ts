import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { PLACES } from '../io/places.ts';
import { readText } from '../io/read_text.ts';
import { modelOf, readScoredAnswers, type ScoredAnswer } from '../tables/papers/planbench/answer.ts';
import { type Claim, claim } from './claim.ts';
import { baselineRows, methodRows } from './findings.ts';
import { inWords, thousands } from './project_claims.ts';

type CellRow = Readonly<Record<'domain' | 'prompt' | 'model', string>> &
  Readonly<Record<'answers' | 'right' | 'percent' | 'published' | 'publishedPercent' | 'differ', number>>;
type HeadlineRow = CellRow & Readonly<{ instances: number; byFiles: number; rebuilt: string }>;
type PairRow = Readonly<Record<'domain' | 'prompt' | 'model' | 'other' | 'change', string>> &
  Readonly<Record<'instances' | 'right' | 'otherRight' | 'published' | 'otherPublished' | 'publishedPHolm', number>>;
type RoundRow = CellRow & { readonly round: number };

/** Cells with fewer answers move by points for an answer or two. */
const ANSWERS_MIN = 100;
const ANSWERS = readScoredAnswers();
/** Files of unsolvable instances mark no answer right. */
const GENERATED = ANSWERS.filter(
  ({ domain, task, round, copyOf, rule, published }) =>
    !domain.startsWith('unsolvable') &&
    task.startsWith('task_1_') &&
    round === null &&
    copyOf === null &&
    rule !== null &&
    published !== null,
);

const isMarkedWrong = ({ valid, published }: ScoredAnswer) => valid && published === false;
const isMarkedRight = ({ valid, published }: ScoredAnswer) => !valid && published === true;

function count<T>(all: readonly T[], holds: (each: T) => boolean): number {
  return all.filter(holds).length;
}

function cells(): CellRow[] {
  const rows = baselineRows<CellRow>('planbench').filter(({ answers }) => answers >= ANSWERS_MIN);
  return rows.filter(({ domain, prompt }) => prompt.includes('-shot') && !domain.startsWith('unsolvable'));
}

function found<T>(rows: readonly T[], wanted: Partial<T>): T {
  const row = rows.find((each) => Object.entries(wanted).every(([name, value]) => each[name as keyof T] === value));
  if (row === undefined) throw new Error(`No row has ${JSON.stringify(wanted)}`);
  return row;
}

export function planbenchClaim(): Claim {
  const wrong = count(GENERATED, isMarkedWrong);
  const { otherRight, instances, otherPublished } = opusAndTurbo();
  return claim`Read by stated rules, ${wrong} of ${thousands(GENERATED.length)} published answers are right but marked wrong (GPT-4 Turbo, zero-shot Blocksworld: ${otherRight} of ${instances} right, not ${otherPublished}), and ${count(GENERATED, isMarkedRight)} wrong but marked right`;
}

export function planbenchClaims(): Claim[] {
  return [totalClaims, turboClaims, verdictClaims, queryClaims, changeClaims, sameClaims].flatMap((claims) => claims());
}

function totalClaims(): Claim[] {
  const clear = GENERATED.filter(({ ambiguous }) => !ambiguous);
  return [
    claim`Of ${thousands(GENERATED.length)} answers, ${count(GENERATED, isMarkedWrong)} are marked wrong and state a right plan, and ${count(GENERATED, isMarkedRight)} are marked right and do not.`,
    claim`Of the answers, ${GENERATED.length - clear.length} are ambiguous; without these, ${count(clear, isMarkedWrong)} are marked wrong and state a right plan, and ${count(clear, isMarkedRight)} are marked right and do not.`,
  ];
}

function opusAndTurbo(): PairRow {
  const wanted = { domain: 'blocksworld', prompt: 'zero-shot', model: 'claude-3-opus', other: 'gpt-4-turbo' };
  return found(baselineRows<PairRow>('planbench_pairs'), wanted);
}

function turboClaims(): Claim[] {
  const { instances, right, otherRight, published, otherPublished, publishedPHolm, change } = opusAndTurbo();
  const isClear = publishedPHolm < 0.05;
  const isClearAsRead = isClear !== /clear/.test(change);
  return [
    claim`GPT-4 Turbo, zero-shot in Blocksworld, is right in ${otherRight} of ${instances} instances, where the files count ${otherPublished}; Claude 3 Opus in ${right}, where they count ${published}.`,
    claim`By the files the difference is ${isClear ? 'clear' : 'not clear'}; as read it is ${isClearAsRead ? 'clear' : 'not clear'}.`,
  ];
}

function verdictClaims(): Claim[] {
  const own = GENERATED.filter((answer) => isMarkedWrong(answer) && answer.publishedPlanValid === true);
  const of = (name: string) => count(own, ({ domain, model }) => modelOf(model) === 'o1-preview' && domain === name);
  const mystery = ANSWERS.filter(({ domain, copyOf }) => domain === 'mystery_blocksworld' && copyOf !== null);
  const copies = mystery.filter(({ model }) => modelOf(model) === 'o1-preview');
  const first = ANSWERS.filter(({ file }) => file === copies[0]?.copyOf);
  if (new Set(copies.map(({ file }) => file)).size !== 1) throw new Error('The page speaks of two files');
  return [
    claim`of ${own.length} such answers, ${of('mystery_blocksworld')} are o1-preview's runs of Mystery, where a heading or code fence is stored with the plan, and ${of('obfuscated_randomized_logistics')} its randomized logistics`,
    claim`The same ${first.length} answers of o1-preview to Mystery, zero-shot, stand in two of the files read: the first counts ${count(first, ({ published }) => published === true)} as right, the second ${count(copies, ({ published }) => published === true)}, and ${count(first, ({ valid }) => valid)} state a right plan.`,
  ];
}

function queryClaims(): Claim[] {
  const originals = ANSWERS.filter(({ copyOf }) => copyOf === null);
  const solved = originals.filter(
    ({ domain, valid, plan }) => domain === 'unsolvable_blocksworld' && valid && plan !== null,
  );
  const unsolvable = ANSWERS.filter(({ domain, published }) => domain.startsWith('unsolvable') && published !== null);
  const instances = new Set(solved.map(({ instance }) => instance)).size;
  const marked = originals.filter(({ task, published }) => task === 'task_4_plan_reuse' && published === true);
  const reuse = marked.filter(
    ({ publishedPlanValid, failure }) => publishedPlanValid === false && failure?.kind === 'goal',
  );
  if (reuse.some(({ model }) => modelOf(model) !== 'gpt-4')) throw new Error('The page speaks of one model');
  return [
    claim`Instances called unsolvable are left out: their files mark ${count(unsolvable, ({ published }) => published === true)} of ${unsolvable.length} answers as right.`,
    claim`Of the instances called unsolvable, ${inWords(instances)} are solvable as their queries state them: ${inWords(solved.length)} answers reach the goal.`,
    claim`In GPT-4's plan reuse, ${reuse.length} answers are marked right though the stored plan ends without a fact of the goal that the query states.`,
  ];
}

function changeClaims(): Claim[] {
  const pairs = baselineRows<PairRow>('planbench_pairs');
  const headline = baselineRows<HeadlineRow>('planbench_headline');
  const rebuilt = (text: string) => count(headline, (row) => row.rebuilt.startsWith(text));
  return [
    claim`Of ${pairs.length} pairs of models with the same instances, ${count(pairs, ({ change }) => change.includes('order'))} change their order; ${count(pairs, ({ change }) => change.includes('clear now'))} differ clearly only as read, and ${count(pairs, ({ change }) => change.includes('not clear'))} only as published`,
    claim`Of the ${headline.length} cells of the published table of models, the verdicts in the files reproduce ${rebuilt('yes')}; ${inWords(rebuilt('no:'))} come out otherwise, and ${inWords(rebuilt('not in'))} are not in the committed plans`,
  ];
}

function sameClaims(): Claim[] {
  const stored = ANSWERS.filter(
    ({ rule, published, publishedPlanValid }) => rule !== null && published !== null && publishedPlanValid !== null,
  );
  const same = count(stored, ({ published, publishedPlanValid }) => published === publishedPlanValid);
  const still = count(cells(), (cell) => change(cell) < 1);
  const headline = baselineRows<HeadlineRow>('planbench_headline');
  const tops = headline.filter(({ domain, byFiles }) => domain === 'blocksworld' && byFiles !== null);
  const [first] = tops.toSorted((one, other) => other.right - one.right);
  const [leading] = tops.toSorted((one, other) => other.byFiles - one.byFiles);
  const dialogues = baselineRows<RoundRow>('planbench_dialogues');
  const rounds = dialogues.filter(({ domain, model }) => domain === 'blocksworld_hard' && model === 'o1-preview');
  const recorded = found(methodRows(), { suite: 'planbench', planner: 'planbench_one_shot' });
  return [
    claim`The project's own validator gives the stored plans the verdict of their file in ${thousands(same)} of ${thousands(stored.length)} cases (${((100 * same) / stored.length).toFixed(1)} %)`,
    claim`In ${still} of ${cells().length} cells with at least ${ANSWERS_MIN} answers the share of right answers moves by less than a point`,
    claim`Of the models with committed answers, ${leading!.model} leads in Blocksworld, zero-shot, by the files (${leading!.byFiles} of ${leading!.instances}), and ${first!.model} as read (${first!.right} of ${first!.instances}).`,
    claim`Asked by this project, one-shot and in words of its own, claude gives a right plan for ${recorded.successes} of ${recorded.episodes} problems of Blocksworld, Mystery and Logistics`,
    claim`Of the hard instances o1-preview solves ${rounds[0]!.right} of ${rounds[0]!.answers} at the first try and ${rounds.at(-1)!.right} after at most ${inWords(rounds.at(-1)!.round)} rounds of critique`,
  ];
}

export const PLANBENCH_PARTS: Readonly<Record<string, () => string>> = {
  causes: causesTable,
  cells: movedCells,
  draws: () => drawsText(committedDraws()),
};

function tableText(...rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return lines.toSpliced(1, 0, `|${' --- |'.repeat(rows[0]!.length)}`).join('\n');
}

function causesTable(): string {
  const caused = GENERATED.filter(({ cause }) => cause !== null);
  const groups = [...Map.groupBy(caused, ({ cause }) => cause!)];
  const rows = groups
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([cause, own]) => [cause, count(own, isMarkedWrong), count(own, isMarkedRight)]);
  return tableText(['Cause', 'Marked wrong, is right', 'Marked right, is not'], ...rows);
}

function movedCells(): string {
  const moved = cells().toSorted((one, other) => change(other) - change(one));
  const rows = moved
    .slice(0, 10)
    .map(({ model, domain, prompt, answers, right, published }) => [model, domain, prompt, answers, published, right]);
  return tableText(['Model', 'Domain', 'Prompt', 'Answers', 'Published', 'As read'], ...rows);
}

function change({ percent, publishedPercent }: CellRow): number {
  return Math.abs(percent - publishedPercent);
}

const readingSchema = z.strictObject({ valid: z.boolean(), note: z.string() });
const drawsSchema = z.strictObject({
  seed: z.int(),
  drawn: z.array(
    z.strictObject({
      file: z.string(),
      instance: z.int(),
      round: z.int().nullable(),
      group: z.enum(['disagree', 'agree']),
      rule: z.string(),
      valid: z.boolean(),
      published: z.boolean(),
      blind: readingSchema,
      seen: readingSchema,
    }),
  ),
});
export type Draws = z.infer<typeof drawsSchema>;

function committedDraws(): Draws | null {
  const path = join(PLACES.root, 'results/planbench/draws.json');
  return existsSync(path) ? readCheckedJson(readText(path), drawsSchema, path).value : null;
}

export function drawsText(draws: Draws | null, answers: readonly ScoredAnswer[] = ANSWERS): string {
  if (draws === null)
    return 'The rules are fixed before the answers that judge them are drawn and read by eye; these are not drawn yet.';
  const keyOf = ({ file, instance, round }: Pick<ScoredAnswer, 'file' | 'instance' | 'round'>) =>
    `${file} ${instance} ${round}`;
  const scored = new Map(answers.map((answer) => [keyOf(answer), answer]));
  for (const drawn of draws.drawn) {
    const { valid, published } = scored.get(keyOf(drawn)) ?? {};
    const isGroup = (drawn.group === 'agree') === (drawn.valid === drawn.published);
    if (valid !== drawn.valid || published !== drawn.published || !isGroup)
      throw new Error(`The draws say otherwise of ${keyOf(drawn)} than the committed plans`);
  }
  const [disagree, agree] = (['disagree', 'agree'] as const).map((name) => {
    const own = draws.drawn.filter(({ group }) => group === name);
    const [blind, seen] = (['blind', 'seen'] as const).map((which) =>
      count(own, (each) => each[which].valid === each.valid),
    );
    return { all: own.length, blind, seen };
  });
  return [
    `The rules were fixed before the answers that judge them were drawn (seed ${draws.seed}). A language model (claude) read each of these twice, one by one: once`,
    `without the verdict of the rules in sight, once with it. Of ${disagree!.all} answers whose published verdict differs, the rules are right in ${disagree!.blind}`,
    `by the first reading and ${disagree!.seen} by the second; of ${agree!.all} on which both agree, in ${agree!.blind} and ${agree!.seen} ([the draws, with reasons](planbench/draws.json)).`,
  ].join('\n');
}
