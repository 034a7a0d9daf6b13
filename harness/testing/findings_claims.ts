import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLACES } from '../io/places.ts';
import { readSuite } from '../run/suites/suite.ts';
import { detectableShare, measure } from '../tables/paired/compared_metrics.ts';
import { sum } from '../trace/metrics/numbers.ts';
import { type Claim, claim } from './claim.ts';
import { baselineRows, type EpisodeRow, type MethodRow, methodRows } from './findings.ts';
import { planbenchClaim } from './planbench_claims.ts';
import { inWords, manifestClaims, placeOf, played, projectClaims, thousands, windowClaim } from './project_claims.ts';

const MEAN_DIGITS = 2;
const NAMES: Readonly<Record<string, string>> = {
  ...{ inner_monologue: 'InnerM-W', progprompt: 'ProgPrompt', llm_state: 'LLM-State' },
  ...{ 'llm_state+states=false': 'w/o States', 'llm_state+summary=false': 'w/o Summary' },
  'llm_state+objects=false': 'w/o Objects',
};

type SummaryRow = Readonly<Record<'suite' | 'setting' | 'method' | 'planner', string>> &
  Readonly<Record<'episodes' | 'successes' | 'successesLow' | 'successesHigh' | 'paperPercent', number>>;

/** "2", "2 or 3", "2 to 5": the numbers from the least to the greatest. */
function span(numbers: readonly number[]): string {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (least === most) return String(least);
  return `${least} ${most === least + 1 ? 'or' : 'to'} ${most}`;
}

type Done = Readonly<{ successes: number; episodes: number }>;

function done(rows: readonly Done[]): Done {
  return { successes: sum(rows.map((row) => row.successes)), episodes: sum(rows.map((row) => row.episodes)) };
}

function failedBy(kind: string, rows: readonly MethodRow[]): number {
  return sum(rows.map(({ failureKinds }) => Number(new RegExp(`\\b${kind}=(\\d+)`).exec(failureKinds)?.[1] ?? 0)));
}

function rowsOf(suite: string): MethodRow[] {
  return methodRows().filter((row) => row.suite === suite);
}

function rowOf(suite: string, planner: string): MethodRow {
  const found = rowsOf(suite).find((row) => row.planner === planner);
  if (found === undefined) throw new Error(`The metrics have no "${planner}" in "${suite}"`);
  return found;
}

function ratio(row: MethodRow | undefined): string {
  return row?.stepsRatio?.toFixed(MEAN_DIGITS) ?? 'n/a';
}

/** The page speaks of the four methods as in the paper. */
function isVariant(plannerOrEpisode: string): boolean {
  return plannerOrEpisode.includes('+');
}

const tabletopRows = () => rowsOf('tabletop').filter(({ planner }) => !isVariant(planner));

function tabletopClaims(): Claim[] {
  const rows = tabletopRows();
  const { successes, episodes } = done(rows);
  const solved = rows.map((row) => row.successes);
  return [
    claim`each of the ${inWords(rows.length)} methods solves ${span(solved)} of ${rows[0]?.episodes ?? 0} scenes`,
    claim`(${failedBy('motion', rows)} of their ${episodes - successes} failures are the arm's`,
  ];
}

function tabletopDetails(): Claim[] {
  const rows = tabletopRows();
  const olp = played('tabletop', 'olp').filter(({ success }) => success);
  const longer = olp.filter(({ steps, referenceSteps }) => steps > referenceSteps);
  const failed = rows.flatMap(({ planner }) => played('tabletop', planner).filter(({ success }) => !success));
  const byScene = Map.groupBy(failed, ({ episode }) => episode.split('/')[1]);
  const several = [...byScene.values()].filter((group) => group.length > 1).length;
  const solved = played('tabletop', 'oracle').every(({ success }) => success);
  const low = Math.round(100 * Math.min(...rows.map(({ successLow }) => successLow)));
  const high = Math.round(100 * Math.max(...rows.map(({ successHigh }) => successHigh)));
  const of = (name: string) => ratio(rowOf('tabletop', name));
  const planner = rowOf('tabletop', 'llm_planner');
  return [
    claim`The failures lie in ${byScene.size} of ${rows[0]?.episodes ?? 0} scenes, in ${several} of which more than one method fails`,
    claim`The oracle, which rehearses with the arm, solves ${solved ? 'all' : 'some'} of them`,
    claim`longer than the shortest in ${longer.length} of its ${olp.length} successes (${of('olp')} times on average; LLM-Planner ${of('llm_planner')}, LLM+P ${of('llm_p')}, DELTA ${of('delta')})`,
    claim`its transcripts are ${longerTranscripts()} % longer than DELTA's`,
    claim`the intervals reach from ${low} to ${high} %`,
    claim`Of LLM-Planner's ${planner.episodes - planner.successes} failures ${failedBy('goal', [planner])} is a missed goal`,
    claim`In the paper OLP completes ${paperSpan('olp')} % of its plans, DELTA ${paperSpan('delta')} %, LLM+P ${paperSpan('llm_p')} % and LLM-Planner ${paperSpan('llm_planner')} %`,
  ];
}

function paperSpan(method: string): string {
  const rows = baselineRows<SummaryRow>('summary').filter((row) => row.suite === 'tabletop' && row.method === method);
  return span(rows.map(({ paperPercent }) => Math.round(paperPercent)));
}

function longerTranscripts(): string {
  type Row = Readonly<{ setting: string; method: string; transcriptTokens: number }>;
  const rows = baselineRows<Row>('olp_table_1');
  const tokens = (setting: string, method: string) =>
    rows.find((row) => row.setting === setting && row.method === method)?.transcriptTokens ?? Number.NaN;
  const settings = [...new Set(rows.map(({ setting }) => setting))];
  return span(settings.map((each) => Math.round(100 * (tokens(each, 'olp') / tokens(each, 'delta') - 1))));
}

function cellClaim(setting: string, method: string): Claim {
  const rows = baselineRows<SummaryRow>('summary');
  const row = rows.find((each) => each.setting === setting && each.method === method);
  if (row === undefined) throw new Error(`The summary has no "${method}" in "${setting}"`);
  const { successes, episodes, successesLow, successesHigh, paperPercent } = row;
  const interval = `${Math.round(successesLow)}–${Math.round(successesHigh)}`;
  const { words, figures } =
    claim`'s ${`${successes}/${episodes}`} (${interval} %, in the paper ${Math.round(paperPercent)} %)`;
  return { words: [`${NAMES[method]}${words[0]}`, ...words.slice(1)], figures };
}

function robotClaims(): Claim[] {
  const [told, asPrinted] = [true, false].map((isTold) =>
    done(rowsOf('robot').filter(({ planner }) => planner.includes('hands=1') === isTold)),
  ) as [Done, Done];
  return [
    claim`reaches the goal in ${asPrinted.successes} of ${asPrinted.episodes} trials as in the paper and in ${told.successes} of ${told.episodes} told of its one hand`,
    cellClaim('robot', 'progprompt'),
  ];
}

function levelRows(setting: 'simple' | 'hard'): SummaryRow[] {
  return baselineRows<SummaryRow>('summary').filter((row) => row.setting === setting);
}

function householdClaims(): Claim[] {
  const [simple, hard] = [done(levelRows('simple')), done(levelRows('hard'))];
  const failed = levelRows('hard').filter(({ episodes, successes }) => successes < episodes);
  const failures = failed.map((row) => `${NAMES[row.planner]} ${row.episodes - row.successes}`).join(', ');
  return [
    claim`in ${simple.successes} of ${simple.episodes} episodes of the simple tasks`,
    claim`in ${hard.successes} of ${hard.episodes} episodes of the hard tasks`,
    cellClaim('simple', 'inner_monologue'),
    claim`(failures in the hard tasks: ${failures || 'none'})`,
  ];
}

function householdDetails(): Claim[] {
  const rows = rowsOf('household').filter(({ planner }) => !planner.includes('scene='));
  const sorted = rows.toSorted((a, b) => (a.stepsRatio ?? 0) - (b.stepsRatio ?? 0));
  const [least, most] = [sorted[0], sorted.at(-1)];
  const recall = (planner: string) => {
    const row = rowOf('household', planner);
    const percent = (share: number, digits: number) => (100 * share).toFixed(digits);
    return `${percent(row.trackingRecall, 1)} % [${percent(row.trackingRecallLow, 0)}–${percent(row.trackingRecallHigh, 0)} %]`;
  };
  const [one, other] = [rowOf('household', 'llm_state'), rowOf('household', 'llm_state+summary=false')];
  const doOverlap =
    one.trackingRecallLow <= other.trackingRecallHigh && other.trackingRecallLow <= one.trackingRecallHigh;
  const tokens = (planner: string) => thousands(rowOf('household', planner).promptTokens);
  const hard = done(levelRows('hard'));
  const wanted = hardTasks().length * levelRows('hard').length * readSuite('household').scenes.length;
  const short = rowOf('household', 'inner_monologue+scene=short');
  const inPaper = hardTasks().filter(({ successes: [inner = 0, program = 0] }) => inner + program > 0).length;
  return [
    claim`from ${ratio(least)} times the reference (\`${least?.planner ?? ''}\`) to ${ratio(most)} times the reference (\`${most?.planner ?? ''}\`)`,
    claim`State recall is ${recall('llm_state')} with the summary and ${recall('llm_state+summary=false')} without; the intervals ${doOverlap ? 'overlap' : 'lie apart'}.`,
    claim`prompt tokens an episode: LLM-State ${tokens('llm_state')}, w/o States ${tokens('llm_state+states=false')}, ProgPrompt ${tokens('progprompt')}, InnerM-W ${tokens('inner_monologue')}.`,
    claim`in short form, recorded in house 1 alone, ${short.successes} of ${short.episodes} succeed`,
    stepsAgainst('inner_monologue'),
    claim`of the hard tasks ${hard.episodes} of ${wanted} episodes are recorded`,
    claim`In the paper InnerM-W and ProgPrompt succeed in ${inPaper === 0 ? 'none' : inWords(inPaper)} of the ${inWords(hardTasks().length)} hard tasks`,
  ];
}

function stepsAgainst(planner: string): Claim {
  const others = new Map(played('household', planner).map((row) => [placeOf(row), row]));
  const pairs = played('household', 'llm_state').flatMap((row) => {
    const other = others.get(placeOf(row));
    if (other === undefined || !row.success || !other.success) return [];
    return [{ task: row.episode.split('/')[2] ?? '', baseline: other.steps, candidate: row.steps }];
  });
  const { difference, interval } = measure(pairs, { better: 'less', isSuccess: false, alpha: 0.05 });
  const range = `[${interval?.low.toFixed(MEAN_DIGITS)}, ${interval?.high.toFixed(MEAN_DIGITS)}]`;
  return claim`takes ${difference?.toFixed(MEAN_DIGITS) ?? 'n/a'} steps more than InnerM-W ${range} where both succeed (${pairs.length} pairs)`;
}

function hardTasks(): readonly Readonly<{ level: string; successes: readonly number[] }>[] {
  const path = join(PLACES.root, 'harness/tables/papers/llm_state/published.json');
  const rows: ReturnType<typeof hardTasks> = JSON.parse(readFileSync(path, 'utf8')).table_1.rows;
  return rows.filter((row) => row.level === 'hard');
}

function readmeFigures(): Claim[] {
  return [...tabletopClaims(), ...householdClaims(), ...robotClaims()];
}

export function readmeClaims(): Claim[] {
  const [, replies] = manifestClaims();
  return [...readmeFigures(), planbenchClaim(), ...projectClaims(), ...(replies === undefined ? [] : [replies])];
}

function releasedClaims(): Claim[] {
  const planner = rowOf('tabletop', 'llm_planner+calls=3+preconditions=true');
  const delta = rowOf('tabletop', 'delta+domainFrom=example');
  const { successes, episodes } = done([planner, delta]);
  const refused = baselineRows<EpisodeRow>('episodes').filter(
    ({ episode, success }) => episode.startsWith('tabletop/tower_6_03/') && isVariant(episode) && !success,
  ).length;
  return [
    claim`LLM-Planner succeeds in ${planner.successes} of ${planner.episodes} scenes of Tower and DELTA in ${delta.successes} of ${delta.episodes} scenes of Tower; of their ${episodes - successes} failures ${failedBy('motion', [planner, delta])} are the arm's`,
    claim`In this scene ${refused === 2 ? 'both' : inWords(refused)} of them are refused`,
  ];
}

function detectableClaims(): Claim[] {
  const cellsOf = (suite: string, planner: string) =>
    new Set(played(suite, planner).map(({ episode }) => episode.split('/').toSpliced(3, 1).join('/')));
  const between = (suite: string, one: string, other: string) => {
    const others = cellsOf(suite, other);
    const cells = [...cellsOf(suite, one)].filter((cell) => others.has(cell));
    const tasks = new Set(cells.map((cell) => cell.split('/')[2])).size;
    const share = detectableShare(cells.length, 0.05, tasks);
    const size = share === null ? 'no difference at all' : `a difference of ${Math.ceil(100 * share)} points`;
    return `${cells.length} pairs of ${tasks === 1 ? 'one task' : `${tasks} tasks`} would show ${size}`;
  };
  return [
    claim`Two methods at the table, compared alone: ${between('tabletop', 'olp', 'llm_planner')}.`,
    claim`Two methods in the house, compared alone: ${between('household', 'llm_state', 'inner_monologue')}.`,
    claim`Two methods with the robot, compared alone: ${between('robot', 'llm_state', 'progprompt')}.`,
  ];
}

export async function findingsClaims(): Promise<Claim[]> {
  const [contexts] = manifestClaims();
  const window = await windowClaim();
  const more = [...tabletopDetails(), ...householdDetails(), ...releasedClaims(), ...detectableClaims(), window];
  return [...readmeFigures(), ...more, ...(contexts === undefined ? [] : [contexts])];
}
