import { z } from 'zod';
import type { Llm } from '../cassettes/llm.ts';
import type { Action, ActionSpace, Model, Observation, Rehearsal } from '../envs/env.ts';
import type { PlanDocument } from './pddl/plan/plan_problem.ts';
import type { Prompts } from './prompts.ts';

/** The default is the paper's choice. */
export const option = {
  flag: (value: boolean, describe: string) => z.boolean().default(value).describe(describe),
  count: (value: number, [min, max = Number.MAX_SAFE_INTEGER]: readonly [number, number?], describe: string) =>
    z.int().min(min).max(max).default(value).describe(describe),
  choice: <const C extends string | number>(choices: readonly C[], value: NoInfer<C>, describe: string) =>
    z
      .literal(choices)
      .default(value as never)
      .describe(describe),
  temperature: (value: number, describe: string) => z.number().min(0).max(2).default(value).describe(describe),
};

export type Decision =
  | Readonly<{ kind: 'act'; action: Action }>
  /** Observes again; costs no step. */
  | { readonly kind: 'sense' }
  | Readonly<{ kind: 'stop'; reason: string }>;

/**
 * The reason to stop after a whole plan: plan completion (OLP, section V-A), not success.
 *
 * ```ts
 * import { type Episode, type Observation, PLAN_COMPLETED } from 'tapedeck/planner';
 *
 * export async function* planNothing(): Episode<Observation> {
 *   yield { kind: 'stop', reason: PLAN_COMPLETED };
 * }
 * ```
 */
export const PLAN_COMPLETED = 'plan_completed';

/** As in the papers, planners never learn the reason of a failure. */
export type Outcome<O extends Observation> = Readonly<{ ok: boolean; observation: O }>;

export type PastAction = Readonly<{ action: Action; ok: boolean }>;

export type DiscardKind =
  | 'prose'
  | 'malformed'
  | 'unknown_function'
  | 'argument' // too few, too many or empty
  | 'not_asked' // well-formed, but the method does not use it
  | 'too_much';

export type PlannerNote =
  /** `discarded` is limited; its lines count from 1. */
  | Readonly<{
      kind: 'parsed';
      purpose: string;
      accepted: number;
      discardedCounts: Readonly<Partial<Record<DiscardKind, number>>>;
      discarded: readonly Readonly<{ line: number; kind: DiscardKind; text: string; reason: string }>[];
      remarks: readonly string[];
    }>
  /** Null: not reported by the solver. */
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
  /** Given to planners for any world. */
  actions?: ActionSpace;
  llm: Llm;
  prompts: Prompts;
  note: (note: PlannerNote) => void;
  /** Of the prologue; `memory` is the knowledge after it. */
  past: readonly PastAction[];
  memory?: unknown;
  /** PDDL text of the domain. */
  skills?: string;
  fastDownward?: (domain: string, problem: string) => Promise<PlanDocument>;
  /** An integer in [0, 2³²) for a task and trial. */
  seed: number;
  /** A copy of the world; for privileged planners, like the next two. */
  model?: () => Model;
  /** Also copies what else decides, such as the arm. */
  rehearsal?: () => Rehearsal;
  knownPlan?: readonly Action[];
}>;

export type Episode<O extends Observation> = AsyncGenerator<Decision, void, Outcome<O>>;

export type Planner<O extends Observation = Observation, T = unknown> = {
  readonly name: string;
  readonly title: string;
  /** `any` includes worlds of your own. */
  readonly worlds: readonly O['world'][] | 'any';
  readonly summary: string;
  readonly options: z.ZodType<T>;
  readonly memory?: z.ZodType;
  /** Prompt file (without `.txt`) → its slots. */
  readonly promptSlots: Readonly<Record<string, readonly string[]>>;
  /** `false`: `Start.llm` refuses calls; traces name no model. */
  readonly asksModel?: boolean;
  /** Receives the world's `Model` with these options. */
  privileged(options: T): boolean;
  plan(start: Start<O>, options: T): Episode<O>;
};
