/**
 * Test support: the sentences of `results/findings.md` and README.md that hold figures, computed from the committed tables.
 *
 * @module
 */
import { baselineRows, type EpisodeRow, type MethodRow, methodRows } from './findings.ts';

const MEAN_DIGITS = 2;

type SummaryRow = {
  readonly setting: string;
  readonly method: string;
  readonly episodes: number;
  readonly successes: number;
  readonly successesLow: number;
  readonly successesHigh: number;
  readonly paperPercent: number;
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** "2", "2 or 3", "2 to 5": the numbers from the least to the greatest. */
function span(numbers: readonly number[]): string {
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  if (least === most) return String(least);
  return `${least} ${most === least + 1 ? 'or' : 'to'} ${most}`;
}

function done(rows: readonly MethodRow[]): { successes: number; episodes: number } {
  return { successes: sum(rows.map((row) => row.successes)), episodes: sum(rows.map((row) => row.episodes)) };
}

/** "92 to 99 %": the least and the most that the methods' intervals hold. */
function intervals(rows: readonly MethodRow[]): string {
  const low = Math.round(100 * Math.min(...rows.map(({ successLow }) => successLow)));
  return `${low} to ${Math.round(100 * Math.max(...rows.map(({ successHigh }) => successHigh)))} %`;
}

/** How many failures have this kind, by the table of metrics: `motion=5 goal=1`. */
function failedBy(kind: string, rows: readonly MethodRow[]): number {
  return sum(rows.map(({ failureKinds }) => Number(new RegExp(`\\b${kind}=(\\d+)`).exec(failureKinds)?.[1] ?? 0)));
}

function rowsOf(suite: string): MethodRow[] {
  return methodRows().filter((row) => row.suite === suite);
}

function ratio(row: MethodRow | undefined): string {
  return row?.stepsRatio?.toFixed(MEAN_DIGITS) ?? 'n/a';
}

/** A method played with options, such as LLM-Planner as the release has it; the page speaks of the four as the paper has them. */
function isVariant(plannerOrEpisode: string): boolean {
  return plannerOrEpisode.includes('+');
}

function tabletopClaims(): string[] {
  const rows = rowsOf('tabletop').filter(({ planner }) => !isVariant(planner));
  const { successes, episodes } = done(rows);
  const solved = rows.map((row) => row.successes);
  return [
    `each of the four methods solves ${span(solved)} of ${rows[0]?.episodes} scenes`,
    `${failedBy('motion', rows)} of their ${episodes - successes} failures are the arm's`,
  ];
}

/** Scenes in which a method failed, and OLP's plans that are longer than they need to be. */
function tabletopDetails(): string[] {
  const rows = rowsOf('tabletop').filter(({ planner }) => !isVariant(planner));
  const told = baselineRows<EpisodeRow & { steps: number; referenceSteps: number }>('episodes').filter(
    ({ episode }) => episode.startsWith('tabletop/') && !isVariant(episode),
  );
  const scenes = new Set(told.filter(({ success }) => !success).map(({ episode }) => episode.split('/')[1]));
  const olp = told.filter(({ episode, success }) => success && episode.includes('/olp/'));
  const longer = olp.filter(({ steps, referenceSteps }) => steps > referenceSteps);
  const byPlanner = (planner: string) => rows.find((row) => row.planner === planner);
  return [
    `lie in ${scenes.size} of ${rows[0]?.episodes} scenes`,
    `longer than it need be in ${longer.length} of its ${olp.length} successes (${ratio(byPlanner('olp'))} times the shortest on average)`,
    `LLM-Planner ${ratio(byPlanner('llm_planner'))}, LLM+P ${ratio(byPlanner('llm_p'))} and DELTA ${ratio(byPlanner('delta'))}`,
    `the intervals reach from ${intervals(rows)}`,
  ];
}

/** A method's cell of the summary: "2/3 (21–94 %, in the paper 0 %)". */
function cell(setting: string, method: string): string {
  const rows = baselineRows<SummaryRow>('summary');
  const row = rows.find((each) => each.setting === setting && each.method === method);
  if (row === undefined) throw new Error(`The summary has no "${method}" in "${setting}"`);
  const { successes, episodes, successesLow, successesHigh, paperPercent } = row;
  const interval = `${Math.round(successesLow)}–${Math.round(successesHigh)} %`;
  return `${successes}/${episodes} (${interval}, in the paper ${Math.round(paperPercent)} %)`;
}

function robotClaims(): string[] {
  const { successes, episodes } = done(rowsOf('robot'));
  return [`${successes} of ${episodes} trials with the robot`, `ProgPrompt's ${cell('robot', 'progprompt')}`];
}

/** "160 of 160": over all methods of the papers' tables. */
function level(setting: 'simple' | 'hard'): string {
  const rows = baselineRows<SummaryRow>('summary').filter((row) => row.setting === setting);
  return `${sum(rows.map(({ successes }) => successes ?? 0))} of ${sum(rows.map(({ episodes }) => episodes))}`;
}

function householdClaims(): string[] {
  return [
    `${level('simple')} episodes of the simple tasks`,
    `${level('hard')} episodes of the hard tasks`,
    `InnerM-W's ${cell('simple', 'inner_monologue')}`,
  ];
}

/** Whose plans are the shortest and the longest, by Steps ÷ ref; the variant with the short scene is in one house only. */
function householdDetails(): string[] {
  const rows = rowsOf('household').filter(({ planner }) => !planner.includes('scene='));
  const sorted = rows.toSorted((a, b) => (a.stepsRatio ?? 0) - (b.stepsRatio ?? 0));
  const named = (row: MethodRow | undefined) => `${ratio(row)} times the reference (\`${row?.planner}\`)`;
  return [`from ${named(sorted[0])} to ${named(sorted.at(-1))}`];
}

/** What stands in README.md, in the paragraph "What an episode costs": the mean of each method that asks a model, by its title. */
export function costClaims(): string[] {
  return baselineRows<{ method: string; promptTokens: number }>('cost').map(
    ({ method, promptTokens }) =>
      `${Math.round(promptTokens).toLocaleString('en')} ${method.startsWith('w/o') ? '' : 'with '}${method}`,
  );
}

/** What stands in README.md, in the paragraph "What came out". */
export function readmeClaims(): string[] {
  return [...tabletopClaims(), ...householdClaims(), ...robotClaims()];
}

/** What `results/findings.md` says. */
export function findingsClaims(): string[] {
  return [...readmeClaims(), ...tabletopDetails(), ...householdDetails()];
}
