import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../env.ts';
import type { Skills } from './household_options.ts';
import { arbitraryHouse } from './kit/arbitrary_house.ts';
import { pickAction } from './kit/pick_action.ts';
import type { HouseholdObservation } from './observation.ts';
import { Observer } from './observer.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { type House, isRoom } from './scene/house.ts';
import { houseTables } from './scene/house_tables.ts';
import { houseOfGraph, readGraph } from './scene/read_graph.ts';
import { readHouse } from './scene/read_house.ts';
import { withSkills } from './skill_library.ts';
import { HouseholdState, PAPER_OPTIONS, type StateOptions } from './state/household_state.ts';
import { ReferenceHousehold } from './testing/reference_household.ts';
import { referenceObservation } from './testing/reference_observation.ts';

const TASK = 'make_2_toasts';
const HOUSES = ['house_1', 'house_2', 'house_3', 'house_4', 'house_5', 'robot_home'].map((name) => {
  const file = `houses/${name}.json`;
  return readHouse(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
});
const SKILLS: Skills = {
  pickup: [['EATABLE', 'mug', 'plate', 'box', 'towel']],
  placein: [['GRABBABLE'], ['fridge', 'microwave', 'toaster']],
  placeon: [['EATABLE', 'plate', 'towel'], ['SURFACES']],
  open: [['CONTAINERS']],
  switchon: [['microwave', 'lightswitch']],
};
const SCENES = new URL('../../../shared/virtualhome/prepared/', import.meta.url);

const choices = (maxLength: number) =>
  fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { minLength: 1, maxLength, size: 'max' });

/** A household that carries out random actions, fast and observed. */
class Walk {
  readonly state: HouseholdState;
  readonly house: House;
  readonly #observer: Observer;
  readonly #rules: typeof PAPER_RULES;

  constructor(house: House, options: StateOptions = PAPER_OPTIONS, rules: typeof PAPER_RULES = PAPER_RULES) {
    const tables = houseTables(house, TASK);
    this.house = house;
    this.#rules = rules;
    this.state = new HouseholdState(tables, options);
    this.#observer = new Observer(tables);
  }

  observe(): HouseholdObservation {
    return this.#observer.observe(this.state);
  }

  choose(choice: number): Action {
    return pickAction(this.observe(), this.house.names, choice);
  }

  act(action: Action): string | null {
    return carryOut(this.state, action, { rules: this.#rules, indexOf: this.house.indexOf })?.precondition ?? null;
  }
}

type WalkOptions = StateOptions & {
  readonly skills?: Skills | null;
  /** Whether a perception misses a thing, for a step and a node. */
  readonly misses?: ((step: number, node: number) => boolean) | undefined;
};

/** Walks both households side by side; every refusal and every observation must agree. */
function expectAgreement(house: House, walk: readonly number[], options: WalkOptions = PAPER_OPTIONS): void {
  const { misses, skills = null, ...stateOptions } = options;
  let step = 0;
  const fast = new Walk(house, stateOptions, withSkills(PAPER_RULES, skills, house));
  const reference = new ReferenceHousehold(house, TASK, {
    ...stateOptions,
    skills,
    ...(misses === undefined ? {} : { misses: (name) => misses(step, house.indexOf.get(name) as number) }),
  });
  if (misses !== undefined) fast.state.perceiveWith({ begin: () => {}, misses: (node) => misses(step, node) });
  expect(fast.observe()).toEqual(referenceObservation(reference));
  for (const choice of walk) {
    const action = fast.choose(choice);
    step++;
    const refusal = fast.act(action);
    if (refusal === null && misses !== undefined && options.perception === 'always') fast.state.look();
    expect({ action, refusal }).toEqual({ action, refusal: reference.act(action) });
    expect(fast.observe(), JSON.stringify(action)).toEqual(referenceObservation(reference));
  }
  for (const [index, name] of house.names.entries()) {
    const thing = reference.things.get(name);
    expect([name, fast.state.isHeated(index), fast.state.isToasted(index)]).toEqual([
      name,
      thing?.heated,
      thing?.toasted,
    ]);
  }
}

/** Throws unless the state of a house is one that can be. */
function expectSound(state: HouseholdState): void {
  const { house, size } = state.tables;
  const held = state.held();
  if (held.length > 2 || new Set(held).size < held.length) throw new Error(`holds ${held}`);
  for (let node = 0; node < size; node++) {
    let root = node;
    for (let depth = 0; state.parentOf(root) >= 0; depth++) {
      root = state.parentOf(root);
      if (depth > size) throw new Error(`"${house.names[node]}" contains itself`);
    }
    const rootIsRoom = isRoom(house.nodes[root]!);
    if (rootIsRoom === held.includes(root)) throw new Error(`"${house.names[node]}" has no place, or two`);
    if (rootIsRoom && state.roomOf(node) !== root) throw new Error(`"${house.names[node]}" is in two rooms`);
  }
}

/** Options of a robot; a third of them is the paper's simulation but for the hands. */
const anyOptions: fc.Arbitrary<WalkOptions> = fc.oneof(
  fc.record({
    reachM: fc.constantFrom(0.2, 1.5),
    hands: fc.constantFrom(1 as const, 2 as const),
    perception: fc.constantFrom('always' as const, 'on_entry' as const),
    skills: fc.constantFrom(null, SKILLS),
    misses: fc.constantFrom(undefined, (step: number, node: number) => (step * 31 + node * 17) % 5 === 0),
  }),
  fc.record({
    reachM: fc.constant(1.5),
    hands: fc.constantFrom(1 as const, 2 as const),
    perception: fc.constant('always' as const),
  }),
  fc.record({ reachM: fc.constant(1.5), hands: fc.constant(1 as const), perception: fc.constant('on_entry' as const) }),
);

const anyPerception: fc.Arbitrary<StateOptions> = fc.constantFrom(PAPER_OPTIONS, {
  ...PAPER_OPTIONS,
  perception: 'on_entry',
});

const worlds: readonly (readonly [string, fc.Arbitrary<House>, number, number])[] = [
  ...HOUSES.map((house) => [house.name, fc.constant(house), 25, 150] as const),
  ['any house', arbitraryHouse.map((text) => readHouse(text, 'any_house.json')), 300, 60],
];

describe.each(worlds)('in %s', (_, houses, numRuns, length) => {
  it('the fast household agrees with the reference one, after any actions', () => {
    fc.assert(
      fc.property(houses, choices(length), anyOptions, (house, walk, options) => {
        expectAgreement(house, walk, options);
      }),
      { numRuns },
    );
  });

  it('every thing has one place, nothing contains itself, and two things are held at most, after any actions', () => {
    fc.assert(
      fc.property(houses, choices(length), (house, steps) => {
        const walk = new Walk(house);
        for (const choice of steps) {
          walk.act(walk.choose(choice));
          expectSound(walk.state);
        }
      }),
      { numRuns },
    );
  });

  it('a refused action changes nothing, whatever came before', () => {
    fc.assert(
      fc.property(houses, choices(length), anyPerception, (house, steps, options) => {
        const walk = new Walk(house, options);
        for (const choice of steps) {
          const before = { digest: walk.state.digest(), version: walk.state.version };
          if (walk.act(walk.choose(choice)) === null) continue;
          expect({ digest: walk.state.digest(), version: walk.state.version }).toEqual(before);
        }
      }),
      { numRuns },
    );
  });

  it('what lies in a closed container is never first observed there', () => {
    fc.assert(
      fc.property(houses, choices(length), anyPerception, (house, steps, options) => {
        const walk = new Walk(house, options);
        let known = new Set<string>();
        for (const choice of [...steps, 0]) {
          const { objects, containers, surfaces } = walk.observe();
          const now = new Set([...objects, ...containers, ...surfaces].map(({ name }) => name));
          for (const name of now) {
            if (known.has(name)) continue;
            expect(walk.state.isVisible(house.indexOf.get(name) as number), name).toBe(true);
          }
          known = new Set([...known, ...now]);
          walk.act(walk.choose(choice));
        }
      }),
      { numRuns },
    );
  });

  it('who perceives on entry knows a part of what who perceives all the time does, and some of it as it was', () => {
    fc.assert(
      fc.property(houses, choices(length), (house, steps) => {
        const always = new Walk(house);
        const onEntry = new Walk(house, { ...PAPER_OPTIONS, perception: 'on_entry' });
        const been = new Map<string, Set<string>>();
        for (const choice of [...steps, 0]) {
          const [stale, now] = [onEntry.observe(), always.observe()];
          for (const list of ['objects', 'containers', 'surfaces'] as const) {
            for (const { name, relation, place } of now[list]) {
              been.set(name, (been.get(name) ?? new Set()).add(`${relation} ${place}`));
            }
            const names = new Set(now[list].map(({ name }) => name));
            const wrong = stale[list].filter(
              ({ name, relation, place }) => !names.has(name) || !been.get(name)?.has(`${relation} ${place}`),
            );
            if (wrong.length > 0) throw new Error(`never so: ${JSON.stringify(wrong)}`);
          }
          expect(stale.closeTo.filter((name) => !now.closeTo.includes(name))).toEqual([]);
          expect([stale.rooms, stale.holding, stale.room]).toEqual([now.rooms, now.holding, now.room]);
          const action = onEntry.choose(choice);
          if (onEntry.act(action) === null)
            expect({ action, refusal: always.act(action) }).toEqual({ action, refusal: null });
        }
      }),
      { numRuns },
    );
  });

  it('a copy goes its own way, and the same actions lead both to the same state', () => {
    fc.assert(
      fc.property(houses, choices(length), fc.tuple(fc.nat(), anyPerception), (house, steps, [cut, options]) => {
        const walk = new Walk(house, options);
        const actions: Action[] = [];
        const digests = [walk.state.digest()];
        const copies = [walk.state.clone()];
        for (const choice of steps) {
          const action = walk.choose(choice);
          walk.act(action);
          actions.push(action);
          digests.push(walk.state.digest());
          copies.push(walk.state.clone());
        }
        expect(copies.map((copy) => copy.digest())).toEqual(digests);
        const from = cut % copies.length;
        const copy = copies[from]!;
        for (const action of actions.slice(from))
          carryOut(copy, action, { rules: PAPER_RULES, indexOf: house.indexOf });
        expect(copy.digest()).toBe(digests.at(-1));
      }),
      { numRuns },
    );
  });
});

describe.skipIf(!existsSync(SCENES))("in VirtualHome's scenes (skipped where ../shared/virtualhome is absent)", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('the fast household agrees with the reference one, in scene %i', (scene) => {
    const file = new URL(`prepared-TestScene${scene}.json.gz`, SCENES);
    const house = houseOfGraph(readGraph(gunzipSync(readFileSync(file)).toString(), file.pathname), `scene_${scene}`);
    fc.assert(
      fc.property(choices(60), (walk) => {
        expectAgreement(house, walk);
      }),
      { numRuns: 5 },
    );
  });
});
