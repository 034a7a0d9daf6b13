import type { Action, Refusal } from '../env.ts';
import type { HouseholdOptions } from './household_options.ts';
import { Noise } from './noise.ts';
import type { Placed } from './observation.ts';
import type { Condition, PaperRule } from './rules/preconditions.ts';
import { CLASSES, isSeenCategory } from './scene/class_table.ts';
import type { House } from './scene/house.ts';
import { type HouseTables, LIST_BITS } from './scene/house_tables.ts';
import { isManipulation } from './skill_library.ts';
import type { HouseholdState } from './state/household_state.ts';
import type { Perception, Sight } from './state/last_known.ts';

/**
 * A false detection names a small thing of a class in the house with an unused index.
 * The next perception of its room removes it.
 */
type FalseDetection = { readonly room: number; readonly placed: Placed };

export class NoisyPerception implements Perception {
  readonly #noise: Noise;
  readonly #classes: readonly string[];
  #found: readonly FalseDetection[] = [];

  constructor(noise: Noise, tables: HouseTables) {
    this.#noise = noise;
    this.#classes = classesToMistake(tables);
  }

  /** Longest believed first. */
  get falseDetections(): readonly Placed[] {
    return this.#found.map(({ placed }) => placed);
  }

  begin(sight: Sight): void {
    const room = sight.robotRoom;
    this.#found = this.#found.filter((found) => found.room !== room);
    if (!this.#noise.happens('falseDetection', { thing: room })) return;
    const { names } = sight.tables.house;
    const className = this.#pick(this.#classes, { room, nth: 1 }) ?? '';
    const surface = this.#pick(surfacesInView(sight), { room, nth: 2 });
    const name = this.#unusedName(className, sight.tables.house);
    const placed: Placed = { name, relation: surface === undefined ? 'IN' : 'ON', place: names[surface ?? room]! };
    this.#found = [...this.#found, { room, placed }];
  }

  misses(node: number): boolean {
    return this.#noise.happens('missedDetection', { thing: node });
  }

  #pick<T>(list: readonly T[], { room, nth }: { room: number; nth: number }): T | undefined {
    return list[Math.floor(this.#noise.uniform('falseDetection', { thing: room, nth }) * list.length)];
  }

  #unusedName(className: string, house: House): string {
    const used = new Set(this.#found.map(({ placed }) => placed.name));
    let index = 1;
    while (house.indexOf.has(`${className}${index}`) || used.has(`${className}${index}`)) index++;
    return `${className}${index}`;
  }
}

function classesToMistake({ house, lists }: HouseTables): string[] {
  const isSmall = (has: readonly string[]) => has.includes('GRABBABLE') && !has.includes('SURFACES');
  const present = house.nodes.filter((node, index) => lists[index] === LIST_BITS.objects && isSmall(node.properties));
  const known = [...CLASSES].filter(([, { category, properties }]) => isSeenCategory(category) && isSmall(properties));
  const names = present.length > 0 ? present.map(({ className }) => className) : known.map(([name]) => name);
  return [...new Set(names)];
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

/** The robot tries nothing, as with unknown words or a human's denial, so nobody can believe in success. */
const UNTRIED: readonly string[] = ['unknown_verb', 'wrong_arity', 'unknown_object', 'in_skill_library'];

type Rules = ReadonlyMap<string, PaperRule>;

export class NoiseModel {
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

  begin(state: HouseholdState): void {
    const { missedDetection, falseDetection } = this.#options.noise;
    this.#noise.step = 0;
    this.#perception =
      missedDetection > 0 || falseDetection > 0 ? new NoisyPerception(this.#noise, this.#tables) : null;
    if (this.#perception !== null) state.perceiveWith(this.#perception);
  }

  next(): void {
    this.#noise.step++;
  }

  carriedOut(state: HouseholdState): void {
    if (this.#perception !== null && this.#options.perception === 'always') state.look();
  }

  get falseDetections(): readonly Placed[] {
    return this.#perception?.falseDetections ?? [];
  }

  reasonFor(reason: Refusal, { verb, args }: Action): Refusal {
    if (reason.precondition !== 'unknown_object') return reason;
    const unknown = args.find((name) => !this.#tables.house.indexOf.has(name));
    if (!this.falseDetections.some(({ name }) => name === unknown)) return reason;
    const message = `Cannot ${verb}: there is no "${unknown}"; the robot saw something that is not there`;
    return { precondition: 'false_detection', message };
  }

  /** The robot believes that the thing moved, as far as it exists. */
  concealed(state: HouseholdState, { verb, args }: Action): void {
    const { indexOf } = this.#tables.house;
    const thing = indexOf.get(args[0] ?? '');
    const at = indexOf.get(args[1] ?? '');
    if (thing === undefined) return;
    if (verb === 'pickup') state.believe(thing, null);
    else if (verb === 'placein' && at !== undefined) state.believe(thing, { relation: 'IN', at });
    else if (verb === 'placeon' && at !== undefined) state.believe(thing, { relation: 'ON', at });
  }

  conceals({ precondition }: Refusal, { args }: Action): boolean {
    if (UNTRIED.includes(precondition)) return false;
    const thing = this.#tables.house.indexOf.get(args[0] ?? '') ?? -1;
    return this.#noise.happens('falseSuccess', { thing });
  }
}

/**
 * LLM-State, section V-B: "For each real executable robot manipulation, we allow 3 retries".
 * All tries of a manipulation are one step; the paper names no retries of navigation.
 * Failure is the last precondition, so that nothing has happened when it does not hold.
 */
export function withFailures(
  rules: ReadonlyMap<string, PaperRule>,
  noise: Noise,
  retriesMax: number,
): ReadonlyMap<string, PaperRule> {
  const controlled = controllerWorks(noise, 1 + retriesMax);
  const navigated = navigationWorks(noise);
  return new Map(
    [...rules].map(([verb, rule]) => {
      if (rule.arity === 0) return [verb, rule];
      const condition = isManipulation(verb) ? controlled : navigated;
      return [verb, { ...rule, preconditions: [...rule.preconditions, { argument: 0, condition }] }];
    }),
  );
}

function controllerWorks(noise: Noise, tries: number): Condition<HouseholdState> {
  return {
    name: 'controller_failed',
    holds(_, node) {
      for (let nth = 0; nth < tries; nth++) {
        if (!noise.happens('manipulationFailure', { thing: node, nth })) return true;
      }
      return false;
    },
    problem: (name) =>
      `the controller failed with ${name}, ${tries === 1 ? 'at the only try' : `at all ${tries} tries`}`,
  };
}

function navigationWorks(noise: Noise): Condition<HouseholdState> {
  return {
    name: 'navigation_failed',
    holds: (_, node) => !noise.happens('navigationFailure', { thing: node }),
    problem: (name) => `the robot did not get to ${name}`,
  };
}
