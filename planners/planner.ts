/** A planner yields a decision, receives its outcome, and yields the next. `Start` is all it knows of the world. */
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
 * The reason to stop after a whole plan: plan completion (OLP, section V-A), not success.
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

/** The papers grant one bit, never a reason. */
export type Outcome<O extends Observation> = { readonly ok: boolean; readonly observation: O };

export type PastAction = { readonly action: Action; readonly ok: boolean };

export type DiscardKind =
  /** Commentary. */
  | 'prose'
  /** An unreadable call. */
  | 'malformed'
  | 'unknown_function'
  /** Too few, too many or empty arguments. */
  | 'argument'
  /** Well-formed, but not what the method asks for. */
  | 'not_asked'
  /** Beyond our bounds. */
  | 'too_much';

/** For metrics and readers of the trace. */
export type PlannerNote =
  /** The reading of a reply; `discarded` is bounded, its lines count from 1. */
  | {
      readonly kind: 'parsed';
      readonly purpose: string;
      readonly accepted: number;
      /** Of all discards. */
      readonly discardedCounts: Readonly<Partial<Record<DiscardKind, number>>>;
      readonly discarded: readonly {
        readonly line: number;
        readonly kind: DiscardKind;
        readonly text: string;
        readonly reason: string;
      }[];
      readonly remarks: readonly string[];
    }
  /** A PDDL search; counts are null if the solver reports none. */
  | {
      readonly kind: 'planned';
      readonly purpose: string;
      readonly status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
      readonly cost: number | null;
      readonly expanded: number | null;
      readonly evaluated: number | null;
      readonly message: string | null;
    }
  | { readonly kind: 'belief'; readonly belief: unknown };

export type Start<O extends Observation> = {
  readonly instruction: string;
  readonly observation: O;
  /** For planners that work in any world. */
  readonly actions?: ActionSpace;
  readonly llm: Llm;
  readonly prompts: Prompts;
  readonly note: (note: PlannerNote) => void;
  /** Of a task that begins in the middle; so is `memory`. */
  readonly past: readonly PastAction[];
  readonly memory?: unknown;
  /** A domain's PDDL text. */
  readonly skills?: string;
  /** An installed Fast Downward. */
  readonly fastDownward?: (domain: string, problem: string) => Promise<PlanDocument>;
  /** Per task and trial; an integer in [0, 2³²). */
  readonly seed: number;
  /** A copy of the world; for privileged planners, as the next two. */
  readonly model?: () => Model;
  /** A copy with all that decides beside the rules, such as an arm. */
  readonly rehearsal?: () => Rehearsal;
  readonly knownPlan?: readonly Action[];
};

export type Episode<O extends Observation> = AsyncGenerator<Decision, void, Outcome<O>>;

export type Planner<O extends Observation = Observation, T = unknown> = {
  /** In `snake_case`. */
  readonly name: string;
  /** As the paper calls it. */
  readonly title: string;
  /** `any` includes worlds of your own. */
  readonly worlds: readonly O['world'][] | 'any';
  readonly summary: string;
  /** A strict object; every option has a description and a default. */
  readonly options: z.ZodType<T>;
  /** Of `Start.memory`. */
  readonly memory?: z.ZodType;
  /** Prompt file (without `.txt`) → its slots. */
  readonly promptSlots: Readonly<Record<string, readonly string[]>>;
  /** `false`: `Start.llm` refuses every call, and traces name no model. */
  readonly asksModel?: boolean;
  /** Whether it receives the world's `Model` with these options. */
  privileged(options: T): boolean;
  plan(start: Start<O>, options: T): Episode<O>;
};
