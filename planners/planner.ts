/** A planner yields a decision, receives its outcome, and yields the next. `Start` is all it knows of the world. */
import type { z } from 'zod';
import type { Llm } from '../cassettes/llm.ts';
import type { Action, ActionSpace, Model, Observation, Rehearsal } from '../envs/env.ts';
import type { PlanDocument } from './pddl/plan/plan_problem.ts';
import type { Prompts } from './prompts.ts';

export type Decision =
  | Readonly<{ kind: 'act'; action: Action }>
  /** Costs no step. */
  | { readonly kind: 'sense' }
  /** `reason` is a label, such as `empty_plans`; success depends on the goal alone. */
  | Readonly<{ kind: 'stop'; reason: string }>;

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
export type Outcome<O extends Observation> = Readonly<{ ok: boolean; observation: O }>;

export type PastAction = Readonly<{ action: Action; ok: boolean }>;

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
  | Readonly<{
      kind: 'parsed';
      purpose: string;
      accepted: number;
      /** Of all discards. */
      discardedCounts: Readonly<Partial<Record<DiscardKind, number>>>;
      discarded: readonly Readonly<{
        line: number;
        kind: DiscardKind;
        text: string;
        reason: string;
      }>[];
      remarks: readonly string[];
    }>
  /** A PDDL search; counts are null if the solver reports none. */
  | Readonly<{
      kind: 'planned';
      purpose: string;
      status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
      cost: number | null;
      expanded: number | null;
      evaluated: number | null;
      message: string | null;
    }>
  | Readonly<{ kind: 'belief'; belief: unknown }>;

export type Start<O extends Observation> = Readonly<{
  instruction: string;
  observation: O;
  /** For planners that work in any world. */
  actions?: ActionSpace;
  llm: Llm;
  prompts: Prompts;
  note: (note: PlannerNote) => void;
  /** Of a task that begins in the middle; so is `memory`. */
  past: readonly PastAction[];
  memory?: unknown;
  /** A domain's PDDL text. */
  skills?: string;
  /** An installed Fast Downward. */
  fastDownward?: (domain: string, problem: string) => Promise<PlanDocument>;
  /** Per task and trial; an integer in [0, 2³²). */
  seed: number;
  /** A copy of the world; for privileged planners, as the next two. */
  model?: () => Model;
  /** A copy with all that decides beside the rules, such as an arm. */
  rehearsal?: () => Rehearsal;
  knownPlan?: readonly Action[];
}>;

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
