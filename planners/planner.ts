/**
 * The contract of a planning method.
 *
 * A planner is a generator of decisions: it yields one, hears what the world did, and yields the next. Its memory is its
 * local variables; replanning is ordinary control flow; ablations are options. It holds no world, clock, file or random
 * source: what it may know is in `Start`. `kit/planner_contract.ts` holds every planner to this.
 */
import type { z } from 'zod';
import type { Llm } from '../cassettes/llm.ts';
import type { Action, ActionSpace, Model, Observation, Rehearsal } from '../envs/env.ts';
import type { PlanDocument } from './pddl/plan/plan_problem.ts';
import type { Prompts } from './prompts.ts';

export type Decision =
  | { readonly kind: 'act'; readonly action: Action }
  /** Look again; costs no step. */
  | { readonly kind: 'sense' }
  /** Give up, or be done; `reason` is a label, such as `empty_plans`. Success depends on the goal alone. */
  | { readonly kind: 'stop'; readonly reason: string };

/**
 * The reason to stop of a planner that has carried its whole plan out, by which OLP's plan completion (section V-A) is
 * counted. Success does not depend on it: the goal alone decides.
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

/** What a planner hears after a decision: the one bit that the papers grant, and what it now sees. Never a reason. */
export type Outcome<O extends Observation> = { readonly ok: boolean; readonly observation: O };

/** One action of the past with its success bit. */
export type PastAction = { readonly action: Action; readonly ok: boolean };

/** Why something in a reply was thrown away. */
export type DiscardKind =
  /** Text without a call: commentary, not a mistake. */
  | 'prose'
  /** What should be a call, but cannot be read as one. */
  | 'malformed'
  /** A call of something that the method does not offer. */
  | 'unknown_function'
  /** Too few, too many or empty arguments. */
  | 'argument'
  /** Well-formed, but about what the method does not ask for. */
  | 'not_asked'
  /** Beyond our own bounds on lengths and numbers. */
  | 'too_much';

/** What a planner tells the trace, for metrics and for readers; nothing that it says here changes the episode. */
export type PlannerNote =
  /**
   * How a reply was read: how many calls were taken from it, how often something was thrown away, by kind, and for those,
   * or for some where they are many, the line (from 1), the text (cut short) and the reason.
   */
  | {
      readonly kind: 'parsed';
      readonly purpose: string;
      readonly accepted: number;
      /** All that was thrown away, kinds that did not occur left out; `discarded` may list fewer. */
      readonly discardedCounts: Readonly<Partial<Record<DiscardKind, number>>>;
      readonly discarded: readonly {
        readonly line: number;
        readonly kind: DiscardKind;
        readonly text: string;
        readonly reason: string;
      }[];
      readonly remarks: readonly string[];
    }
  /** What a task planner made of a PDDL problem; counts are null where it does not say. */
  | {
      readonly kind: 'planned';
      readonly purpose: string;
      readonly status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
      readonly cost: number | null;
      readonly expanded: number | null;
      readonly evaluated: number | null;
      /** What is wrong with the problem, or which limit was reached. */
      readonly message: string | null;
    }
  /** What the planner believes now, in its own terms. */
  | { readonly kind: 'belief'; readonly belief: unknown };

/** All that a planner is given. */
export type Start<O extends Observation> = {
  readonly instruction: string;
  readonly observation: O;
  /** What may be asked of the world, and by which names, for planners that are made for any world. */
  readonly actions?: ActionSpace;
  readonly llm: Llm;
  readonly prompts: Prompts;
  readonly note: (note: PlannerNote) => void;
  /** What was done before the planner was asked; empty but for tasks that begin in the middle. */
  readonly past: readonly PastAction[];
  /** The planner's own memory at the start, for tasks that begin in the middle. */
  readonly memory?: unknown;
  /** A domain's PDDL text. */
  readonly skills?: string;
  /** An installed Fast Downward, for methods that are told to plan with it; gives the document that the embedded solver gives. */
  readonly fastDownward?: (domain: string, problem: string) => Promise<PlanDocument>;
  /** Where chance comes from, the same for all planners of a task and trial; an integer in [0, 2³²). */
  readonly seed: number;
  /** A copy of the world as it is at the time of the call; for privileged planners only. */
  readonly model?: () => Model;
  /** The same with all that decides beside the rules, such as an arm; for privileged planners in worlds that have it. */
  readonly rehearsal?: () => Rehearsal;
  /** A plan that was found before for this task in this scene; for privileged planners only, where one is stored. */
  readonly knownPlan?: readonly Action[];
};

export type Episode<O extends Observation> = AsyncGenerator<Decision, void, Outcome<O>>;

/** A method: what it is called, its options, which prompts it needs, and how it plans. */
export type Planner<O extends Observation = Observation, T = unknown> = {
  /** `snake_case`, as its folder. */
  readonly name: string;
  /** As the paper calls it. */
  readonly title: string;
  /** Where it can act; `any` in a world of one's own, too. */
  readonly worlds: readonly O['world'][] | 'any';
  /** One sentence for `tapedeck list planners`. */
  readonly summary: string;
  /** A strict object; every option has a default, which is the paper's choice, and a description. */
  readonly options: z.ZodType<T>;
  /** What `Start.memory` must be, so that a task with another memory is refused at load; absent if it takes none. */
  readonly memory?: z.ZodType;
  /** Prompt file (without `.txt`) → the slots that it may use. */
  readonly promptSlots: Readonly<Record<string, readonly string[]>>;
  /** `false`: it asks no language model. Its traces then name none, and `Start.llm` refuses every call. */
  readonly asksModel?: boolean;
  /** Whether, with these options, it is handed the world's `Model`; marked in the trace. */
  privileged(options: T): boolean;
  plan(start: Start<O>, options: T): Episode<O>;
};
