/**
 * The symbolic household as a world: a house, a task, and LLM-State's rules.
 *
 * @module
 */
import type {
  Action,
  Env,
  EnvCallOptions,
  GoalStatus,
  HouseholdObservation,
  ResetResult,
  StepResult,
  Task,
} from '../env.ts';
import { compileGoal, type GoalMemory } from './compile_goal.ts';
import type { Goal } from './goal.ts';
import type { House } from './house.ts';
import { houseTables } from './house_tables.ts';
import { HouseholdState, PAPER_OPTIONS, type StateOptions } from './household_state.ts';
import { Observer } from './observer.ts';
import { carryOut, rulesOf } from './rules.ts';

/** A world that answers at once. */
export interface HouseholdEnv extends Env<HouseholdObservation> {
  reset(options?: EnvCallOptions): ResetResult<HouseholdObservation>;
  step(action: Action, options?: EnvCallOptions): StepResult<HouseholdObservation>;
  observe(options?: EnvCallOptions): HouseholdObservation;
  close(): void;
}

type Running = { readonly state: HouseholdState; readonly memory: GoalMemory; goal: GoalStatus };

/** A world for one task; throws a GoalError when the goal makes no sense in the house (`taskFor` says so earlier). */
export function householdEnv(house: House, task: Task<Goal>, options: Partial<StateOptions> = {}): HouseholdEnv {
  return householdEnvs(house, task, options)();
}

/** Makes as many worlds for one task as are wanted; what never changes is computed once and shared. */
export function householdEnvs(house: House, task: Task<Goal>, options: Partial<StateOptions> = {}): () => HouseholdEnv {
  const tables = houseTables(house, task.name);
  const initial = new HouseholdState(tables, { ...PAPER_OPTIONS, ...options });
  const goal = compileGoal(task.goal, initial);
  const vocabulary = { rules: rulesOf('paper'), indexOf: house.indexOf };
  return () => newEnv({ initial, goal, vocabulary });
}

type Setting = {
  readonly initial: HouseholdState;
  readonly goal: ReturnType<typeof compileGoal>;
  readonly vocabulary: Parameters<typeof carryOut>[2];
};

function newEnv({ initial, goal, vocabulary }: Setting): HouseholdEnv {
  const observer = new Observer(initial.tables);
  let running: Running | null = null;

  return {
    reset(call) {
      throwIfAborted(call);
      const state = initial.clone();
      const memory = goal.begin();
      running = { state, memory, goal: goal.judge(state, memory) };
      return { observation: observer.observe(state), goal: running.goal };
    },
    step(action: Action, call) {
      throwIfAborted(call);
      const now = started(running, 'step');
      const reason = carryOut(now.state, action, vocabulary);
      if (reason === null) now.goal = goal.judge(now.state, now.memory);
      const seen = { observation: observer.observe(now.state), goal: now.goal };
      return reason === null ? { ok: true, ...seen } : { ok: false, ...seen, reason };
    },
    observe(call) {
      throwIfAborted(call);
      return observer.observe(started(running, 'observe').state);
    },
    close() {
      running = null;
    },
  };
}

function throwIfAborted(call: EnvCallOptions | undefined): void {
  call?.signal?.throwIfAborted();
}

function started(running: Running | null, method: string): Running {
  if (running === null) throw new Error(`Cannot ${method} in a household that has not been reset`);
  return running;
}
