/** An action passes the rules, the arm, physics, then sensing; a refusal changes nothing. */
import type {
  Action,
  ArmMotion,
  Env,
  EnvCallOptions,
  GoalStatus,
  Rehearsal,
  RehearsedAction,
  ResetResult,
  StepResult,
  Task,
} from '../env.ts';
import { randomNumbers } from '../random_numbers.ts';
import { type Decide, decisionsAt, type Workbench } from './carry_out.ts';
import { SceneError, sceneProblem } from './check_scene.ts';
import { compileGoal, judge } from './goals/compile_goal.ts';
import type { Goal } from './goals/goal.ts';
import { pandaArm } from './motion/panda_arm.ts';
import type { TabletopObservation } from './observation.ts';
import { tabletopObservation } from './observer.ts';
import { mujocoPhysics, type Physics } from './physics/mujoco_physics.ts';
import { isRefusal, readMove } from './rules.ts';
import type { Arm } from './table/arm.ts';
import { type Arrangement, NO_BLOCK, type TableState } from './table/arrangement.ts';
import { BlockNames } from './table/block_names.ts';
import { sense } from './table/sensing.ts';
import type { Scene } from './table/table.ts';
import { type ModelWorld, TabletopModel } from './tabletop_model.ts';
import { type TabletopOptions, type TabletopOptionsInput, tabletopOptionsSchema } from './tabletop_options.ts';

type RehearsedWorld = {
  readonly model: ModelWorld;
  readonly decide: Decide;
};

class TabletopRehearsal implements Rehearsal {
  readonly #world: RehearsedWorld;
  readonly #state: TableState;
  readonly #actionsDone: number;
  readonly #arrangement: Arrangement;

  constructor(world: RehearsedWorld, state: TableState, actionsDone: number) {
    this.#world = world;
    this.#state = state;
    this.#actionsDone = actionsDone;
    this.#arrangement = sense(state);
  }

  after(action: Action): RehearsedAction {
    const { model, decide } = this.#world;
    const move = readMove(action, this.#arrangement, model.names);
    if (isRefusal(move)) return { ok: false, reason: move };
    const result = decide(this.#state, move, this.#actionsDone);
    if (!result.ok) return result;
    return { ok: true, next: new TabletopRehearsal(this.#world, result.state, this.#actionsDone + 1) };
  }

  model(): TabletopModel {
    return new TabletopModel(this.#world.model, this.#arrangement);
  }

  actions(): readonly Action[] {
    return this.model().allowed();
  }

  /** Includes the number of actions done, on which randomness depends. */
  key(): string {
    return JSON.stringify([this.#actionsDone, this.#state]);
  }
}

export interface TabletopEnv extends Env<TabletopObservation> {
  reset(options?: EnvCallOptions): ResetResult<TabletopObservation> | Promise<ResetResult<TabletopObservation>>;
  step(
    action: Action,
    options?: EnvCallOptions,
  ): StepResult<TabletopObservation> | Promise<StepResult<TabletopObservation>>;
  observe(options?: EnvCallOptions): TabletopObservation;
  close(): void;
  model(): TabletopModel;
  rehearsal(): TabletopRehearsal;
  state(): TableState;
}

export type TabletopParts = {
  readonly arm?: Arm;
  readonly physics?: () => Promise<Physics>;
};

/**
 * Creates worlds for one task that share constant data. The seed in [0, 2^32) drives spots, paths and deviations.
 * Throws a ZodError on bad options, a SceneError on an unchecked scene, a GoalError on an unattainable goal.
 */
export function tabletopEnvs(
  scene: Scene,
  task: Pick<Task<Goal>, 'goal'>,
  { parts = {}, ...options }: TabletopOptionsInput & { readonly parts?: TabletopParts } = {},
): (seed?: number) => TabletopEnv {
  const given = tabletopOptionsSchema.parse(options);
  const problem = sceneProblem(scene.blocks);
  if (problem !== null) throw new SceneError(scene, problem);
  const names = new BlockNames(scene.blocks.map(({ name }) => name));
  const arm = given.motion === 'none' ? null : (parts.arm ?? newArm(given));
  const initial: TableState = {
    centres: scene.blocks.map(({ centre }) => centre),
    held: NO_BLOCK,
    fallen: scene.blocks.map(() => false),
    at: arm?.home ?? [],
  };
  const goal = compileGoal(task.goal, names.blocks);
  const bench: Workbench = { names, arm, placementSdM: given.placementSdM };
  const physics = given.physics === 'none' ? null : once(parts.physics ?? mujocoPhysics);
  const model = { names, goal, initial: sense(initial) };
  const decisions = decisionsAt(bench);
  return (seed = 0) => {
    randomNumbers(seed); // throws on an invalid seed
    return newEnv({ decide: decisions(seed), initial, model, physics });
  };
}

export function newArm({ bounds }: TabletopOptions): Arm {
  const { pickPosesMax, placePosesMax, ...rest } = bounds;
  return pandaArm({ ...rest, posesMax: { pick: pickPosesMax, place: placePosesMax } });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

type Setting = {
  readonly decide: Decide;
  readonly initial: TableState;
  readonly model: ModelWorld;
  readonly physics: (() => Promise<Physics>) | null;
};

type Situation = {
  readonly state: TableState;
  readonly arrangement: Arrangement;
  readonly observation: TabletopObservation;
  readonly goal: GoalStatus;
  readonly actionsDone: number;
};

function newEnv({ decide, initial, model, physics }: Setting): TabletopEnv {
  const { names, goal } = model;
  let now: Situation | null = null;

  function situationOf(state: TableState, actionsDone: number): Situation {
    const arrangement = sense(state);
    const observation = tabletopObservation(names.blocks, arrangement);
    return { state, arrangement, observation, goal: judge(goal, arrangement), actionsDone };
  }

  function done(
    state: TableState,
    actionsDone: number,
    motion: ArmMotion | undefined,
  ): StepResult<TabletopObservation> {
    now = situationOf(state, actionsDone);
    return { ok: true, ...seenIn(now), ...(motion === undefined ? {} : { motion }) };
  }

  return {
    reset(call) {
      throwIfAborted(call);
      now = situationOf(initial, 0);
      const seen = seenIn(now);
      // Missing physics must fail before the first action.
      return physics === null ? seen : physics().then(() => seen);
    },
    step(action, call) {
      throwIfAborted(call);
      const { state, arrangement, actionsDone, observation, goal: status } = started(now, 'step');
      const refused = (reason: Extract<StepResult<TabletopObservation>, { ok: false }>['reason']) =>
        ({ ok: false, observation, goal: status, reason }) as const;
      const move = readMove(action, arrangement, names);
      if (isRefusal(move)) return refused(move);
      const result = decide(state, move, actionsDone);
      if (!result.ok) return refused(result.reason);
      if (physics === null) return done(result.state, actionsDone + 1, result.motion);
      return afterSettling(result.state, { physics, names }).then((settled) => {
        throwIfAborted(call);
        return done(settled, actionsDone + 1, result.motion);
      });
    },
    observe(call) {
      throwIfAborted(call);
      return started(now, 'observe').observation;
    },
    close() {
      now = null;
    },
    model() {
      return new TabletopModel(model, started(now, 'model').arrangement);
    },
    rehearsal() {
      const { state, actionsDone } = started(now, 'rehearsal');
      return new TabletopRehearsal({ model, decide }, state, actionsDone);
    },
    state: () => started(now, 'state').state,
  };
}

function seenIn({ observation, goal }: Situation): ResetResult<TabletopObservation> {
  return { observation, goal };
}

async function afterSettling(
  state: TableState,
  { physics, names }: { physics: () => Promise<Physics>; names: BlockNames },
): Promise<TableState> {
  const standing = [...state.centres.keys()].filter((block) => block !== state.held && state.fallen[block] !== true);
  const simulator = await physics();
  const settled = await simulator.settle(
    standing.map((block) => ({
      name: names.nameOf(block),
      centre: state.centres[block]!,
    })),
  );
  const centres = [...state.centres];
  const fallen = [...state.fallen];
  for (const [index, { fell, centre }] of settled.entries()) {
    const block = standing[index]!;
    if (fell) [centres[block], fallen[block]] = [centre, true];
  }
  return { ...state, centres, fallen };
}

function throwIfAborted(call: EnvCallOptions | undefined): void {
  call?.signal?.throwIfAborted();
}

function started(now: Situation | null, method: string): Situation {
  if (now === null) throw new Error(`Cannot ${method} at a table that has not been reset`);
  return now;
}
