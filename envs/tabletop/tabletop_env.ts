import type { Action, Env, EnvCallOptions, Rehearsal, ResetResult, StepResult, Task } from '../env.ts';
import { randomNumbers } from '../random_numbers.ts';
import { type CarriedOut, type Decide, decisionsAt } from './carry_out.ts';
import { SceneError, sceneProblem } from './check_scene.ts';
import { compileGoal, judge } from './goals/compile_goal.ts';
import type { Goal } from './goals/goal.ts';
import { pandaArm } from './motion/panda_arm.ts';
import type { TabletopObservation } from './observation.ts';
import { tabletopObservation } from './observer.ts';
import { mujocoPhysics, type Physics } from './physics/mujoco_physics.ts';
import { isRefusal, readMove } from './rules.ts';
import type { Arm } from './table/arm.ts';
import { type Arrangement, BlockNames, NO_BLOCK, sense, type TableState } from './table/arrangement.ts';
import type { Scene } from './table/table.ts';
import { type ModelWorld, TabletopModel } from './tabletop_model.ts';
import { type TabletopOptions, type TabletopOptionsInput, tabletopOptionsSchema } from './tabletop_options.ts';

export interface TabletopEnv extends Env<TabletopObservation> {
  observe(options?: EnvCallOptions): TabletopObservation;
  close(): void;
  model(): TabletopModel;
  rehearsal(): Rehearsal;
  state(): TableState;
}

/** Throws a ZodError, a SceneError or a GoalError. */
export function tabletopEnvs(
  scene: Scene,
  task: Pick<Task<Goal>, 'goal'>,
  { parts = {}, ...options }: TabletopOptionsInput & { parts?: { arm?: Arm; physics?: () => Promise<Physics> } } = {},
): (seed?: number) => TabletopEnv {
  const settings = tabletopOptionsSchema.parse(options);
  const problem = sceneProblem(scene.blocks);
  if (problem !== null) throw new SceneError(scene, problem);
  const names = new BlockNames(scene.blocks.map(({ name }) => name));
  const arm = settings.motion === 'none' ? null : (parts.arm ?? newArm(settings));
  const initial: TableState = {
    centres: scene.blocks.map(({ centre }) => centre),
    held: NO_BLOCK,
    fallen: scene.blocks.map(() => false),
    at: arm?.home ?? [],
  };
  const goal = compileGoal(task.goal, names.blocks);
  const physics = settings.physics === 'none' ? null : once(parts.physics ?? mujocoPhysics);
  const model: ModelWorld = { names, goal, initial: sense(initial) };
  const decisions = decisionsAt({ names, arm, placementSdM: settings.placementSdM });
  return (seed = 0) => {
    randomNumbers(seed);
    return newEnv(initial, { model, decide: decisions(seed), physics });
  };
}

export function newArm({ bounds }: TabletopOptions): Arm {
  const { pickPosesMax, placePosesMax, ...rest } = bounds;
  return pandaArm({ ...rest, posesMax: { pick: pickPosesMax, place: placePosesMax } });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

type Table = { model: ModelWorld; decide: Decide };

type Moment = { state: TableState; arrangement: Arrangement; actionsDone: number };

function momentOf(state: TableState, actionsDone: number): Moment {
  return { state, arrangement: sense(state), actionsDone };
}

function outcomeOf(action: Action, { state, arrangement, actionsDone }: Moment, table: Table): CarriedOut {
  const move = readMove(action, arrangement, table.model.names);
  return isRefusal(move) ? { ok: false, reason: move } : table.decide(state, move, actionsDone);
}

function newEnv(
  initial: TableState,
  { physics, ...table }: Table & { physics: (() => Promise<Physics>) | null },
): TabletopEnv {
  const { names, goal } = table.model;
  let now: (Moment & { result: ResetResult<TabletopObservation> }) | null = null;

  function current(method: string, call?: EnvCallOptions) {
    call?.signal?.throwIfAborted();
    if (now === null) throw new Error(`Cannot ${method} at a table that has not been reset`);
    return now;
  }

  function moveOn(state: TableState, actionsDone: number): ResetResult<TabletopObservation> {
    const moment = momentOf(state, actionsDone);
    const observation = tabletopObservation(names.blocks, moment.arrangement);
    const result = { observation, goal: judge(goal, moment.arrangement) };
    now = { ...moment, result };
    return result;
  }

  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      const start = moveOn(initial, 0);
      // missing physics must fail before the first action
      return physics === null ? start : physics().then(() => start);
    },
    step(action, call) {
      const before = current('step', call);
      const outcome = outcomeOf(action, before, table);
      if (!outcome.ok) return { ok: false, ...before.result, reason: outcome.reason };
      const { state, motion } = outcome;
      const done = (settled: TableState): StepResult<TabletopObservation> => {
        call?.signal?.throwIfAborted();
        const result = moveOn(settled, before.actionsDone + 1);
        return { ok: true, ...result, ...(motion === undefined ? {} : { motion }) };
      };
      return physics === null
        ? done(state)
        : physics()
            .then((simulator) => settle(state, simulator, names))
            .then(done);
    },
    observe: (call) => current('observe', call).result.observation,
    close() {
      now = null;
    },
    model: () => new TabletopModel(table.model, current('model').arrangement),
    rehearsal: () => rehearsalOf(current('rehearsal'), table),
    state: () => current('state').state,
  };
}

function rehearsalOf(moment: Moment, table: Table): Rehearsal {
  const model = () => new TabletopModel(table.model, moment.arrangement);
  return {
    after(action) {
      const result = outcomeOf(action, moment, table);
      if (!result.ok) return result;
      return { ok: true, next: rehearsalOf(momentOf(result.state, moment.actionsDone + 1), table) };
    },
    model,
    actions: () => model().allowed(),
    key: () => JSON.stringify([moment.actionsDone, moment.state]),
  };
}

async function settle(state: TableState, simulator: Physics, names: BlockNames): Promise<TableState> {
  const standing = [...state.centres.keys()].filter((block) => block !== state.held && state.fallen[block] !== true);
  const settled = await simulator.settle(
    standing.map((block) => ({ name: names.nameOf(block), centre: state.centres[block]! })),
  );
  const centres = [...state.centres];
  const fallen = [...state.fallen];
  for (const [index, { fell, centre }] of settled.entries()) {
    const block = standing[index]!;
    if (fell) [centres[block], fallen[block]] = [centre, true];
  }
  return { ...state, centres, fallen };
}
