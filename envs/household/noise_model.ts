import type { Action, Refusal } from '../env.ts';
import { checkSeed, randomNumbers, seedOf } from '../random_numbers.ts';
import type { HouseholdOptions, NoiseRates } from './household_options.ts';
import type { Placed } from './observation.ts';
import type { Condition, PaperRules } from './rules/preconditions.ts';
import { CLASSES, isSeenCategory } from './scene/class_table.ts';
import { type House, type HouseTables, LIST_BITS } from './scene/house.ts';
import { isManipulation } from './skill_library.ts';
import type { HouseholdState } from './state/household_state.ts';
import type { Perception, Sight } from './state/last_known.ts';

/** Common random numbers: planners with the same actions see the same noise. */
const KINDS = { missedDetection: 1, falseDetection: 2, manipulationFailure: 3, navigationFailure: 4, falseSuccess: 5 };

export type NoiseKind = keyof typeof KINDS;

/** `thing` is a node, or -1 for a name outside the house. */
type Draw = Readonly<{ thing: number; nth?: number }>;

export class Noise {
  readonly #seed: number;
  readonly #rates: NoiseRates;
  step = 0;

  constructor(seed: number, rates: NoiseRates) {
    checkSeed(seed);
    this.#seed = seed;
    this.#rates = rates;
  }

  happens(kind: NoiseKind, draw: Draw): boolean {
    const rate = this.#rates[kind];
    return rate > 0 && (rate === 1 || this.uniform(kind, draw) < rate);
  }

  uniform(kind: NoiseKind, { thing, nth = 0 }: Draw): number {
    return randomNumbers(seedOf(this.#seed, this.step, KINDS[kind], thing, nth)).uniform();
  }
}

export function isNoisy(rates: NoiseRates): boolean {
  return Object.values(rates).some((rate) => rate > 0);
}

type FalseDetection = Readonly<{ room: number; placed: Placed }>;

export class NoisyPerception implements Perception {
  readonly #noise: Noise;
  readonly #classes: readonly string[];
  #detections: readonly FalseDetection[] = [];

  constructor(noise: Noise, tables: HouseTables) {
    this.#noise = noise;
    this.#classes = classesToDetect(tables);
  }

  get falseDetections(): readonly Placed[] {
    return this.#detections.map(({ placed }) => placed);
  }

  begin(sight: Sight): void {
    const room = sight.robotRoom;
    this.#detections = this.#detections.filter((detection) => detection.room !== room);
    if (!this.#noise.happens('falseDetection', { thing: room })) return;
    const { house } = sight.tables;
    const name = this.#unusedName(this.#pick(this.#classes, room, 1) ?? '', house);
    const surface = this.#pick(surfacesInView(sight), room, 2);
    const relation = surface === undefined ? 'IN' : 'ON';
    const placed = { name, relation, place: house.names[surface ?? room]! } as const;
    this.#detections = [...this.#detections, { room, placed }];
  }

  misses(node: number): boolean {
    return this.#noise.happens('missedDetection', { thing: node });
  }

  #pick<T>(list: readonly T[], room: number, nth: number): T | undefined {
    return list[Math.floor(this.#noise.uniform('falseDetection', { thing: room, nth }) * list.length)];
  }

  #unusedName(className: string, house: House): string {
    const used = new Set(this.#detections.map(({ placed }) => placed.name));
    for (let index = 1; ; index++) {
      const name = `${className}${index}`;
      if (!house.indexOf.has(name) && !used.has(name)) return name;
    }
  }
}

function classesToDetect({ house, lists }: HouseTables): string[] {
  const isSmall = (has: readonly string[]) => has.includes('GRABBABLE') && !has.includes('SURFACES');
  const present = house.nodes.filter((node, index) => lists[index] === LIST_BITS.objects && isSmall(node.properties));
  if (present.length > 0) return [...new Set(present.map(({ className }) => className))];
  return [...CLASSES].flatMap(([name, { category, properties }]) =>
    isSeenCategory(category) && isSmall(properties) ? name : [],
  );
}

function surfacesInView(sight: Sight): number[] {
  const { lists } = sight.tables;
  return [...lists.keys()].filter(
    (node) =>
      (lists[node]! & LIST_BITS.surfaces) !== 0 &&
      !sight.isHeld(node) &&
      sight.roomOf(node) === sight.robotRoom &&
      sight.isVisible(node),
  );
}

const REFUSED_BEFORE_ATTEMPT: readonly string[] = ['unknown_verb', 'wrong_arity', 'unknown_object', 'in_skill_library'];

export class NoiseModel {
  readonly rules: PaperRules;
  readonly #tables: HouseTables;
  readonly #options: HouseholdOptions;
  readonly #noise: Noise;
  #perception: NoisyPerception | null = null;

  /** Throws a RangeError on a seed outside [0, 2^32). */
  constructor(seed: number, options: HouseholdOptions, { tables, rules }: { tables: HouseTables; rules: PaperRules }) {
    this.#tables = tables;
    this.#options = options;
    this.#noise = new Noise(seed, options.noise);
    this.rules = withFailures(rules, this.#noise, options.retriesMax);
  }

  reset(state: HouseholdState): void {
    const { missedDetection, falseDetection } = this.#options.noise;
    this.#noise.step = 0;
    if (missedDetection === 0 && falseDetection === 0) return;
    this.#perception = new NoisyPerception(this.#noise, this.#tables);
    state.perceiveWith(this.#perception);
  }

  startStep(): void {
    this.#noise.step++;
  }

  lookAgain(state: HouseholdState): void {
    if (this.#perception !== null && this.#options.perception === 'always') state.look();
  }

  get falseDetections(): readonly Placed[] {
    return this.#perception?.falseDetections ?? [];
  }

  explain(reason: Refusal, { verb, args }: Action): Refusal {
    if (reason.precondition !== 'unknown_object') return reason;
    const unknown = args.find((name) => !this.#tables.house.indexOf.has(name));
    if (!this.falseDetections.some(({ name }) => name === unknown)) return reason;
    const message = `Cannot ${verb}: there is no "${unknown}"; the robot saw something that is not there`;
    return { precondition: 'false_detection', message };
  }

  believeSuccess(state: HouseholdState, { verb, args }: Action): void {
    const [thing, at] = args.map((name) => this.#tables.house.indexOf.get(name));
    if (thing === undefined) return;
    if (verb === 'pickup') state.believe(thing, null);
    if (verb === 'placein' && at !== undefined) state.believe(thing, { relation: 'IN', at });
    if (verb === 'placeon' && at !== undefined) state.believe(thing, { relation: 'ON', at });
  }

  isConcealed({ precondition }: Refusal, { args }: Action): boolean {
    if (REFUSED_BEFORE_ATTEMPT.includes(precondition)) return false;
    const thing = this.#tables.house.indexOf.get(args[0] ?? '') ?? -1;
    return this.#noise.happens('falseSuccess', { thing });
  }
}

/** LLM-State, section V-B: "For each real executable robot manipulation, we allow 3 retries". */
export function withFailures(rules: PaperRules, noise: Noise, retriesMax: number): PaperRules {
  return new Map(
    [...rules].map(([verb, rule]) => {
      if (rule.arity === 0) return [verb, rule];
      const condition = isManipulation(verb) ? manipulationWorks(noise, 1 + retriesMax) : navigationWorks(noise);
      return [verb, { ...rule, preconditions: [...rule.preconditions, { argument: 0, condition }] }];
    }),
  );
}

function manipulationWorks(noise: Noise, attempts: number): Condition<HouseholdState> {
  return {
    name: 'controller_failed',
    holds(_, node) {
      for (let nth = 0; nth < attempts; nth++) {
        if (!noise.happens('manipulationFailure', { thing: node, nth })) return true;
      }
      return false;
    },
    problem: (name) => `the controller failed with ${name}${attempts === 1 ? '' : ` in all ${attempts} attempts`}`,
  };
}

function navigationWorks(noise: Noise): Condition<HouseholdState> {
  return {
    name: 'navigation_failed',
    holds: (_, node) => !noise.happens('navigationFailure', { thing: node }),
    problem: (name) => `the robot did not reach ${name}`,
  };
}
