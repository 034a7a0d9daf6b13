/**
 * A published answer of PlanBench as it is read and scored here.
 *
 * @module
 */
import type { Rule as PlanRule } from '../../../../planners/planbench_one_shot/reading/choose_plan.ts';

export type ScoredAnswer = {
  /** Path of the result file below the checkout. */
  readonly file: string;
  /** Folder names: `blocksworld_3`, `gpt-4-turbo_chat`. */
  readonly domain: string;
  readonly model: string;
  /** The result file's name without `.json`. */
  readonly task: string;
  readonly instance: number;
  /** Round of a dialogue, from 0; null for a single answer. */
  readonly round: number | null;
  /** Ground actions in PDDL names, without parentheses; empty where the answer states none, null where none is asked for. */
  readonly plan: readonly string[] | null;
  /** Which reading rule applied, `reply` where the task asks for a verdict or a state; null for an answer that was never given. */
  readonly rule: PlanRule | 'reply' | null;
  readonly valid: boolean;
  readonly failure: Failure | null;
  /** Candidate plans of the answer differ in their verdict. */
  readonly ambiguous: boolean;
  /** The verdict of the file; null where it has none. */
  readonly published: boolean | null;
  /** The plan that the file stores, as it is written there, and the verdict on it here; null where it stores none. */
  readonly publishedPlan: readonly string[] | null;
  readonly publishedPlanValid: boolean | null;
  /** Length of the reference plan of the file; null where it has none. */
  readonly optimalLength: number | null;
  /** Number of objects of the problem. */
  readonly objects: number;
  /** The first file that holds the same answer of the same model to the same prompt; tables count it once. */
  readonly copyOf: string | null;
  /** Why `valid` differs from `published`; null where it does not. */
  readonly cause: Cause | null;
  /** Why `publishedPlanValid` differs from `published`; null where it does not. */
  readonly storedCause: StoredCause | null;
};

export type Failure =
  | { readonly kind: 'precondition'; readonly step: number; readonly action: string; readonly unmet: readonly string[] }
  | { readonly kind: 'name'; readonly step: number; readonly action: string }
  | { readonly kind: 'goal'; readonly missing: readonly string[] }
  | { readonly kind: 'no plan' }
  | { readonly kind: 'never asked' };

/**
 * Why a verdict differs from the published one. "Shortest plan required" is no error: `valid` says that the goal is reached, PlanBench's
 * second task wants it reached at the least cost.
 */
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

/** Why the published verdict is not the one on the plan that the file stores. */
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
