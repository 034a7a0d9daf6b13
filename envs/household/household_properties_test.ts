import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../env.ts';
import type { Skills } from './household_options.ts';
import { arbitraryHouse } from './kit/arbitrary_house.ts';
import { pickAction } from './kit/walk_by.ts';
import { Observer } from './observer.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { type House, isRoom } from './scene/house.ts';
import { houseOfGraph, readGraph } from './scene/read_graph.ts';
import { readHouse } from './scene/read_house.ts';
import { withSkills } from './skill_library.ts';
import { type HouseholdState, PAPER_OPTIONS, type StateOptions } from './state/household_state.ts';
import { ReferenceHousehold } from './testing/reference_household.ts';
import { referenceObservation } from './testing/reference_observation.ts';
import { FIVE_HOUSES, houseNamed } from './testing/small_house.ts';
import { choices, stateOf } from './testing/walks.ts';

const TASK = 'make_2_toasts';
const SKILLS: Skills = {
  pickup: [['EATABLE', 'mug', 'plate', 'box', 'towel']],
  placein: [['GRABBABLE'], ['fridge', 'microwave', 'toaster']],
  placeon: [['EATABLE', 'plate', 'towel'], ['SURFACES']],
  open: [['CONTAINERS']],
  switchon: [['microwave', 'lightswitch']],
};
const SCENES = new URL('../../../shared/virtualhome/prepared/', import.meta.url);

type Misses = (step: number, node: number) => boolean;
type WalkOptions = StateOptions & Readonly<{ skills?: Skills | null; misses?: Misses | undefined }>;

function expectAgreement(house: House, walk: readonly number[], options: WalkOptions = PAPER_OPTIONS): void {
  const { misses, skills = null, ...stateOptions } = options;
  let step = 0;
  const rulebook = { rules: withSkills(PAPER_RULES, skills, house), indexOf: house.indexOf };
  const state = stateOf(house, stateOptions, TASK);
  const observer = new Observer(state.tables);
  const reference = new ReferenceHousehold(house, TASK, {
    ...stateOptions,
    skills,
    ...(misses && { misses: (name: string) => misses(step, house.indexOf.get(name) as number) }),
  });
  if (misses !== undefined) state.perceiveWith({ begin: () => {}, misses: (node) => misses(step, node) });
  expect(observer.observe(state)).toEqual(referenceObservation(reference));
  for (const choice of walk) {
    const action = pickAction(observer.observe(state), house.names, choice);
    step++;
    const refusal = carryOut(state, action, rulebook)?.precondition ?? null;
    if (refusal === null && misses !== undefined && options.perception === 'always') state.look();
    expect({ action, refusal }).toEqual({ action, refusal: reference.act(action) });
    expect(observer.observe(state), JSON.stringify(action)).toEqual(referenceObservation(reference));
  }
  for (const [node, name] of house.names.entries()) {
    const { heated, toasted } = reference.things.get(name)!;
    expect([name, state.isHeated(node), state.isToasted(node)]).toEqual([name, heated, toasted]);
  }
}

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

const hands = fc.constantFrom(1 as const, 2 as const);
const anyOptions: fc.Arbitrary<WalkOptions> = fc.oneof(
  fc.record({
    reachM: fc.constantFrom(0.2, 1.5),
    hands,
    perception: fc.constantFrom('always' as const, 'on_entry' as const),
    skills: fc.constantFrom(null, SKILLS),
    misses: fc.constantFrom(undefined, (step: number, node: number) => (step * 31 + node * 17) % 5 === 0),
  }),
  hands.map((number) => ({ ...PAPER_OPTIONS, hands: number })),
  fc.constant({ reachM: 1.5, hands: 1 as const, perception: 'on_entry' as const }),
);

const worlds: readonly (readonly [string, fc.Arbitrary<House>, number, number])[] = [
  ...[...FIVE_HOUSES, 'robot_home'].map((name) => [name, fc.constant(houseNamed(name)), 25, 150] as const),
  ['any house', arbitraryHouse.map((text) => readHouse(text, 'any_house.json')), 300, 60],
];

describe.each(worlds)('in %s', (_, houses, numRuns, length) => {
  it('the fast household agrees with the reference one, after any actions', () => {
    const property = fc.property(houses, choices(length, 1), anyOptions, expectAgreement);
    fc.assert(property, { numRuns });
  });

  it('a state stays sound, a refused action changes nothing, and a copy goes the same way, after any actions', () => {
    const perceptions = fc.constantFrom('always' as const, 'on_entry' as const);
    fc.assert(
      fc.property(houses, choices(length, 1), fc.nat(), perceptions, (house, walk, cut, perception) => {
        const state = stateOf(house, { perception }, TASK);
        const observer = new Observer(state.tables);
        const rulebook = { rules: PAPER_RULES, indexOf: house.indexOf };
        const actions: Action[] = [];
        const digests = [state.digest()];
        const copies = [state.clone()];
        for (const choice of walk) {
          const action = pickAction(observer.observe(state), house.names, choice);
          const { version } = state;
          const isRefused = carryOut(state, action, rulebook) !== null;
          expectSound(state);
          if (isRefused) expect([state.digest(), state.version]).toEqual([digests.at(-1), version]);
          actions.push(action);
          digests.push(state.digest());
          copies.push(state.clone());
        }
        expect(copies.map((copy) => copy.digest())).toEqual(digests);
        const from = cut % copies.length;
        const copy = copies[from]!;
        for (const action of actions.slice(from)) carryOut(copy, action, rulebook);
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
    const property = fc.property(choices(60, 1), (walk) => expectAgreement(house, walk));
    fc.assert(property, { numRuns: 5 });
  });
});
