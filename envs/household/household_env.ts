import type { Action, Env, EnvCallOptions, ResetResult, StepResult, Task } from '../env.ts';
import { compileGoal } from './goals/compile_goal.ts';
import type { Goal } from './goals/goal.ts';
import { HouseholdModel, type ModelWorld, modelWorld, type Situation } from './household_model.ts';
import { type HouseholdOptionsInput, householdOptionsSchema } from './household_options.ts';
import { isNoisy, NoiseModel } from './noise_model.ts';
import type { HouseholdObservation } from './observation.ts';
import { Observer } from './observer.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { type House, houseTables } from './scene/house.ts';
import { withSkills } from './skill_library.ts';
import { HouseholdState } from './state/household_state.ts';

export interface HouseholdEnv extends Env<HouseholdObservation> {
  reset(options?: EnvCallOptions): ResetResult<HouseholdObservation>;
  step(action: Action, options?: EnvCallOptions): StepResult<HouseholdObservation>;
  observe(options?: EnvCallOptions): HouseholdObservation;
  close(): void;
  model(): HouseholdModel;
  state(): HouseholdState;
  /** x and z in metres. */
  path(): readonly (readonly [number, number])[];
}

type Episode = Situation & { readonly path: (readonly [number, number])[] };

/** Throws a ZodError or a GoalError. `seed` is in [0, 2^32). */
export function householdEnvs(
  house: House,
  task: Task<Goal>,
  options: HouseholdOptionsInput = {},
): (seed?: number) => HouseholdEnv {
  const settings = householdOptionsSchema.parse(options);
  const tables = houseTables(house, task.name);
  const initial = new HouseholdState(tables, settings);
  const goal = compileGoal(task.goal, initial);
  const rulebook = { rules: withSkills(PAPER_RULES, settings.skills, house), indexOf: house.indexOf };
  const { missedDetection, falseDetection } = settings.noise;
  const looksAgain = missedDetection + falseDetection > 0 && settings.perception === 'always';
  const world = modelWorld({ initial, goal, rulebook, looksAgain });
  return (seed = 0) => {
    const noiseModel = new NoiseModel(seed, settings, { tables, ...rulebook });
    return newEnv(world, isNoisy(settings.noise) ? noiseModel : null);
  };
}

function newEnv(world: ModelWorld, noiseModel: NoiseModel | null): HouseholdEnv {
  const { initial, goal, rulebook } = world;
  const observer = new Observer(initial.tables);
  const observe = (state: HouseholdState) => observer.observe(state, noiseModel?.falseDetections);
  const noisyRulebook = noiseModel === null ? rulebook : { ...rulebook, rules: noiseModel.rules };
  let episode: Episode | null = null;

  return {
    reset(call) {
      call?.signal?.throwIfAborted();
      const state = initial.clone();
      noiseModel?.reset(state);
      const memory = goal.begin();
      episode = { state, memory, path: [state.robotPosition], goal: goal.judge(state, memory) };
      return { observation: observe(state), goal: episode.goal };
    },
    step(action: Action, call) {
      call?.signal?.throwIfAborted();
      const now = requireReset(episode, 'step');
      noiseModel?.startStep();
      const refusal = carryOut(now.state, action, noisyRulebook);
      if (refusal === null) {
        noiseModel?.lookAgain(now.state);
        now.goal = goal.judge(now.state, now.memory);
        if (action.verb === 'move') now.path.push(now.state.robotPosition);
      }
      const reason = refusal && (noiseModel?.explain(refusal, action) ?? refusal);
      const isConcealed = reason !== null && noiseModel?.isConcealed(reason, action) === true;
      if (isConcealed) noiseModel?.believeSuccess(now.state, action);
      const result = { observation: observe(now.state), goal: now.goal };
      if (reason === null) return { ok: true, ...result };
      return isConcealed ? { ok: true, ...result, concealed: reason } : { ok: false, ...result, reason };
    },
    observe(call) {
      call?.signal?.throwIfAborted();
      return observe(requireReset(episode, 'observe').state);
    },
    close() {
      episode = null;
    },
    model() {
      const { state, memory, goal: status } = requireReset(episode, 'model');
      return new HouseholdModel(world, { state: state.clone(), memory: memory.slice(), goal: status });
    },
    state: () => requireReset(episode, 'state').state,
    path: () => requireReset(episode, 'path').path,
  };
}

function requireReset(episode: Episode | null, method: string): Episode {
  if (episode === null) throw new Error(`Cannot call ${method}() in a household before reset()`);
  return episode;
}
