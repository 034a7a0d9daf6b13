/** The noise model of one world: what goes wrong in its rules, in the robot's perception, and in what the planner is told. */
import type { Action, Refusal } from '../env.ts';
import type { HouseholdOptions } from './household_options.ts';
import { Noise } from './noise.ts';
import { withFailures } from './noisy_controller.ts';
import { NoisyPerception } from './noisy_perception.ts';
import type { Placed } from './observation.ts';
import type { PaperRule } from './rules/rule.ts';
import type { HouseTables } from './scene/house_tables.ts';
import type { HouseholdState } from './state/household_state.ts';

/** The robot tries nothing: it does not know the words, or a human denies it. So nobody can think that it succeeded. */
const UNTRIED: readonly string[] = ['unknown_verb', 'wrong_arity', 'unknown_object', 'in_skill_library'];

type Rules = ReadonlyMap<string, PaperRule>;

export class NoiseModel {
  /** The rules of the world, and a controller that fails at times. */
  readonly rules: Rules;
  readonly #tables: HouseTables;
  readonly #options: HouseholdOptions;
  readonly #noise: Noise;
  #perception: NoisyPerception | null = null;

  /** `seed` is an integer in [0, 2^32); throws a RangeError. */
  constructor(seed: number, options: HouseholdOptions, { tables, rules }: { tables: HouseTables; rules: Rules }) {
    this.#tables = tables;
    this.#options = options;
    this.#noise = new Noise(seed, options.noise);
    this.rules = withFailures(rules, this.#noise, options.retriesMax);
  }

  /** An episode begins, in an initial state. */
  begin(state: HouseholdState): void {
    const { missedDetection, falseDetection } = this.#options.noise;
    this.#noise.step = 0;
    this.#perception =
      missedDetection > 0 || falseDetection > 0 ? new NoisyPerception(this.#noise, this.#tables) : null;
    if (this.#perception !== null) state.perceiveWith(this.#perception);
  }

  /** The next action is asked for. */
  next(): void {
    this.#noise.step++;
  }

  /** An action has been carried out. A robot that perceives all the time, and errs, does so once after each. */
  carriedOut(state: HouseholdState): void {
    if (this.#perception !== null && this.#options.perception === 'always') state.look();
  }

  /** Things that the robot believes to see, though they do not exist. */
  get falseDetections(): readonly Placed[] {
    return this.#perception?.falseDetections ?? [];
  }

  /** A refusal, with its name put right where the action was about something that does not exist. */
  reasonFor(reason: Refusal, { verb, args }: Action): Refusal {
    if (reason.precondition !== 'unknown_object') return reason;
    const unknown = args.find((name) => !this.#tables.house.indexOf.has(name));
    if (!this.falseDetections.some(({ name }) => name === unknown)) return reason;
    const message = `Cannot ${verb}: there is no "${unknown}"; the robot saw something that is not there`;
    return { precondition: 'false_detection', message };
  }

  /** The planner is told that a refused action succeeded: the robot believes to have moved the thing, as far as it exists. */
  concealed(state: HouseholdState, { verb, args }: Action): void {
    const { indexOf } = this.#tables.house;
    const thing = indexOf.get(args[0] ?? '');
    const at = indexOf.get(args[1] ?? '');
    if (thing === undefined) return;
    if (verb === 'pickup') state.believe(thing, null);
    else if (verb === 'placein' && at !== undefined) state.believe(thing, { relation: 'IN', at });
    else if (verb === 'placeon' && at !== undefined) state.believe(thing, { relation: 'ON', at });
  }

  /** Whether the planner is told that a refused action succeeded. */
  conceals({ precondition }: Refusal, { args }: Action): boolean {
    if (UNTRIED.includes(precondition)) return false;
    const thing = this.#tables.house.indexOf.get(args[0] ?? '') ?? -1;
    return this.#noise.happens('falseSuccess', { thing });
  }
}
