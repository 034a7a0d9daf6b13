/**
 * The methods of LLM-State's tables and what their cells say; shared by Tables I, II and III.
 *
 * @module
 */
import { percentRange } from '../../../trace/metrics/numbers.ts';
import { coverageNotes } from '../../coverage.ts';
import { answersOf, type SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import { type Cell, ratio } from './cells.ts';
import type { Level, PublishedLlmState } from './published.ts';

/** Method in the published data → printed title, and planner as written in a suite. */
const METHODS = {
  inner_monologue: { title: 'InnerM-W', planner: 'inner_monologue' },
  progprompt: { title: 'ProgPrompt', planner: 'progprompt' },
  without_states: { title: 'w/o States', planner: 'llm_state+states=false' },
  without_summary: { title: 'w/o Summary', planner: 'llm_state+summary=false' },
  without_objects: { title: 'w/o Objects', planner: 'llm_state+objects=false' },
  llm_state: { title: 'Ours', planner: 'llm_state' },
} as const;

/** Planners that ask no model, in no table of the paper: what chance does, and what full knowledge can do. */
const BOUNDS = [
  { title: 'Random', planner: 'random' },
  { title: 'Oracle', planner: 'oracle' },
] as const;

/** The planners of the robot experiment whose prompts speak of the robot's one hand, as far as is known no paper's. */
export const ONE_HAND_PLANNERS = [
  { title: 'ProgPrompt, told', planner: 'progprompt+hands=1' },
  { title: 'w/o States, told', planner: 'llm_state+hands=1+states=false' },
  { title: 'Ours, told', planner: 'llm_state+hands=1' },
] as const;

type Method = keyof typeof METHODS;

/** A method of a table, with the paper's figures beside what was played here, where the paper has it. */
export type Column = {
  /** As in the published data; for what is not there, the planner. */
  readonly method: string;
  readonly title: string;
  readonly planner: string;
  /** Position in the published lists; null for what is not there. */
  readonly at: number | null;
};

/**
 * The methods of a table whose printed methods are these, then planners that the paper does not have, last the bounds.
 * Throws a RangeError on an unknown method.
 */
export function columnsOf(
  methods: readonly string[],
  others: readonly { readonly title: string; readonly planner: string }[] = [],
): Column[] {
  return [
    ...methods.map((name, at) => {
      const method = methodNamed(name);
      return { method, ...METHODS[method], at };
    }),
    ...[...others, ...BOUNDS].map(({ title, planner }) => ({ method: planner, title, planner, at: null })),
  ];
}

/** The printed title of a method of the published data. */
export function titleOf(name: string): string {
  return METHODS[methodNamed(name)].title;
}

export const ONE_RUN_A_MAP = 'one run on each of 5 maps';

function methodNamed(name: string): Method {
  if (!Object.hasOwn(METHODS, name)) throw new RangeError(`No method is called "${name}"`);
  return name as Method;
}

/** What "here" is over, and what of it is missing. */
export function overRecorded({ episodes }: SuiteResults, columns: readonly Column[]): string[] {
  const isPart = episodes.some(({ complete }) => !complete);
  return [
    `"here" is over the recorded episodes only${isPart ? '; the paper prints no figure by map' : ''}`,
    ...coverageNotes(episodes, columns),
  ];
}

/** `2/3 66.7 % (21–94)`: the counts, the share, and its 95 % interval. */
export function shareHere(cell: Cell): string {
  const { episodes, successes, successLow, successHigh } = cell;
  if (successes === null) return NOT_RECORDED;
  return `${ratio(cell)} ${percentRange(successes / episodes, successLow, successHigh)}`;
}

/** A printed percentage, marked where it cannot be right. */
export function flagged(printed: string | undefined, slip: string | null): string {
  return printed === undefined ? 'unknown' : `${printed} %${slip === null ? '' : ' (!)'}`;
}

export function commonNotes(results: SuiteResults, { source }: PublishedLlmState, runs: string): string[] {
  return [
    `here: ${answersOf(results)}; paper: ${source.model}, ${source.id}, ${runs}`,
    'planners of one task and trial that send the same request share its answer (common random numbers)',
    'Random picks actions by chance, Oracle carries out the shortest plan found with full knowledge; neither asks a model',
  ];
}

export function tasksOf(published: PublishedLlmState, level: Level): string[] {
  return published.table_1.rows.filter((row) => row.level === level).map((row) => row.task);
}
