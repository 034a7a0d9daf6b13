/**
 * A planner is a generator of decisions: it yields one, receives the outcome, and yields the next. Its memory is its
 * local variables. It holds no world, clock, file or random source: `Start` is all it knows. `kit/planner_contract.ts`
 * checks every planner.
 */
import type { z } from 'zod';
import type { Llm } from '../cassettes/llm.ts';
import type { Action, ActionSpace, Model, Observation, Rehearsal } from '../envs/env.ts';
import type { PlanDocument } from './pddl/plan/plan_problem.ts';
import type { Prompts } from './prompts.ts';

export type Decision =
  | { readonly kind: 'act'; readonly action: Action }
  /** Costs no step. */
  | { readonly kind: 'sense' }
  /** `reason` is a label, such as `empty_plans`; success depends on the goal alone. */
  | { readonly kind: 'stop'; readonly reason: string };

/**
 * The reason of a planner that stops after its whole plan; counts as plan completion (OLP, section V-A), not as
 * success.
 *
 * ```ts
 * import { type Episode, type Observation, PLAN_COMPLETED } from 'tapedeck/planner';
 *
 * export async function* carryOut(blocks: readonly string[]): Episode<Observation> {
 *   for (const block of blocks) yield { kind: 'act', action: { verb: 'pick', args: [block, 'table'] } };
 *   yield { kind: 'stop', reason: PLAN_COMPLETED };
 * }
 * ```
 */
export const PLAN_COMPLETED = 'plan_completed';

/** The one bit that the papers grant, and the next observation; never a reason for a failure. */
export type Outcome<O extends Observation> = { readonly ok: boolean; readonly observation: O };

export type PastAction = { readonly action: Action; readonly ok: boolean };

/** Why the reader discarded part of a reply. */
export type DiscardKind =
  /** No call: commentary, not a mistake. */
  | 'prose'
  /** An unreadable call. */
  | 'malformed'
  /** The method has no such function. */
  | 'unknown_function'
  /** Too few, too many or empty arguments. */
  | 'argument'
  /** Well-formed, but not part of what the method asks for. */
  | 'not_asked'
  /** Beyond our bounds on lengths and numbers. */
  | 'too_much';

/** For metrics and readers of the trace; no note changes the episode. */
export type PlannerNote =
  /** How the planner read a reply. `discarded` lists some or all discards: line (from 1), shortened text, reason. */
  | {
      readonly kind: 'parsed';
      readonly purpose: string;
      readonly accepted: number;
      /** Counts all discards; kinds that did not occur are absent. */
      readonly discardedCounts: Readonly<Partial<Record<DiscardKind, number>>>;
      readonly discarded: readonly {
        readonly line: number;
        readonly kind: DiscardKind;
        readonly text: string;
        readonly reason: string;
      }[];
      readonly remarks: readonly string[];
    }
  /** The result of a PDDL search; counts are null if the solver reports none. */
  | {
      readonly kind: 'planned';
      readonly purpose: string;
      readonly status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
      readonly cost: number | null;
      readonly expanded: number | null;
      readonly evaluated: number | null;
      /** The mistake in the problem, or the limit. */
      readonly message: string | null;
    }
  /** In the planner's own terms. */
  | { readonly kind: 'belief'; readonly belief: unknown };

export type Start<O extends Observation> = {
  readonly instruction: string;
  readonly observation: O;
  /** Verbs and names, for planners that work in any world. */
  readonly actions?: ActionSpace;
  readonly llm: Llm;
  readonly prompts: Prompts;
  readonly note: (note: PlannerNote) => void;
  /** Empty unless the task begins in the middle. */
  readonly past: readonly PastAction[];
  /** The planner's memory, if the task begins in the middle. */
  readonly memory?: unknown;
  /** A domain's PDDL text. */
  readonly skills?: string;
  /** An installed Fast Downward; returns the same document as the embedded solver. */
  readonly fastDownward?: (domain: string, problem: string) => Promise<PlanDocument>;
  /** The same for all planners of a task and trial; an integer in [0, 2³²). */
  readonly seed: number;
  /** A copy of the world at the time of the call; for privileged planners. */
  readonly model?: () => Model;
  /** A copy that includes all that decides beside the rules, such as an arm; for privileged planners in such worlds. */
  readonly rehearsal?: () => Rehearsal;
  /** A stored plan for this task and scene; for privileged planners. */
  readonly knownPlan?: readonly Action[];
};

export type Episode<O extends Observation> = AsyncGenerator<Decision, void, Outcome<O>>;

export type Planner<O extends Observation = Observation, T = unknown> = {
  /** `snake_case`, as its folder. */
  readonly name: string;
  /** As the paper calls it. */
  readonly title: string;
  /** `any` includes worlds of your own. */
  readonly worlds: readonly O['world'][] | 'any';
  /** One sentence for `tapedeck list planners`. */
  readonly summary: string;
  /** A strict object; every option has a description and a default, the paper's choice. */
  readonly options: z.ZodType<T>;
  /** Checks `Start.memory` at load; absent if the planner takes none. */
  readonly memory?: z.ZodType;
  /** Prompt file (without `.txt`) → its slots. */
  readonly promptSlots: Readonly<Record<string, readonly string[]>>;
  /** `false`: `Start.llm` refuses every call, and traces name no model. */
  readonly asksModel?: boolean;
  /** Whether it receives the world's `Model` with these options; the trace says so. */
  privileged(options: T): boolean;
  plan(start: Start<O>, options: T): Episode<O>;
};
