import * as fc from 'fast-check';
import { conditionText } from '../goals/condition_text.ts';
import type { Condition, Goal } from '../goals/goal.ts';
import type { State } from '../scene/class_table.ts';
import { type House, isRoom, isSeenNode } from '../scene/house.ts';
import { type HouseholdTask, taskFor } from '../tasks.ts';

/**
 * A task whose goal does not hold at the start: a chore such as those of LLM-State's Table I, or any condition. The goal may be
 * out of reach.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import * as fc from 'fast-check';
 * import { household } from 'tapedeck/household';
 * import { arbitraryHouse, arbitraryHouseTask } from 'tapedeck/testing';
 *
 * const tasks = arbitraryHouse.chain((text) => arbitraryHouseTask(household.readScene(text, 'house.json')));
 * fc.assert(fc.property(tasks, ({ stepsMax }) => assert.ok(stepsMax > 0)), { numRuns: 20 });
 * ```
 */
export function arbitraryHouseTask(house: House): fc.Arbitrary<HouseholdTask> {
  return fc
    .oneof(arbitraryChore(house), arbitraryGoal(house, { past: true }))
    .map(taskOf)
    .filter((task) => canBeSet(house, task));
}

function taskOf(goal: Goal): HouseholdTask {
  const instruction = goal.map(({ that }) => conditionText(that)).join('; ');
  return { name: 'any_task', level: 'simple', instruction, stepsMax: 30, marked: false, goal };
}

function canBeSet(house: House, task: HouseholdTask): boolean {
  try {
    return taskFor(house, task).scene === house.name;
  } catch {
    return false; // the goal holds at the start, say
  }
}

export function arbitraryGoal(house: House, { past }: { past: boolean }): fc.Arbitrary<Goal> {
  return goalOf(arbitraryCondition(house, past), 3);
}

function goalOf(condition: fc.Arbitrary<Condition>, maxLength: number): fc.Arbitrary<Goal> {
  return fc.array(
    condition.map((that) => ({ weight: 1, that })),
    { minLength: 1, maxLength },
  );
}

export function arbitraryChore(house: House): fc.Arbitrary<Goal> {
  const classes = house.nodes.map(({ className }) => className);
  const classWith = (property: string) =>
    pick(
      house.nodes.flatMap((node) => (isSeenNode(node) && node.properties.includes(property) ? node.className : [])),
      classes,
    );
  const device = (className: string, treated: Condition) => (classes.includes(className) ? [treated] : []);
  const treatments = [...device('toaster', { toasted: ['?x'] }), ...device('microwave', { heated: ['?x'] })];
  const parts = fc.record({
    thing: classWith('GRABBABLE'),
    surface: classWith('SURFACES'),
    container: classWith('CONTAINERS'),
    device: classWith('HAS_SWITCH'),
    atLeast: fc.integer({ min: 1, max: 4 }),
    treated: pick<Condition>(treatments, [{ heated: ['?x'] }]),
    lies: fc.constantFrom<Condition[]>({ on: ['?x', '?y'] }, { rests_on: ['?x', '?y'] }),
  });
  const chore = parts.chain((chosen) => {
    const present = classes.filter((name) => name === chosen.thing).length;
    return fc.constantFrom(...choresWith({ ...chosen, present }));
  });
  return goalOf(chore, 2);
}

type ChoreParts = Readonly<
  Record<'thing' | 'surface' | 'container' | 'device', string> &
    Record<'treated' | 'lies', Condition> &
    Record<'atLeast' | 'present', number>
>;

function choresWith(parts: ChoreParts): Condition[] {
  const { thing, surface, container, device, atLeast, treated, lies, present } = parts;
  const some = (exists: string, name: string, that: Condition): Condition => ({ exists, of: { class: name }, that });
  const things = (number: number, that: Condition): Condition => {
    return { count: '?x', of: { class: thing }, at_least: Math.min(number, present), that };
  };
  return [
    some('?y', surface, things(atLeast, { and: [treated, { on: ['?x', '?y'] }] })),
    {
      forall: '?x',
      of: { property: 'GRABBABLE', initially: { and: [{ graspable: ['?x'] }, some('?y', surface, lies)] } },
      that: some('?z', container, { inside: ['?x', '?z'] }),
    },
    some('?y', surface, {
      count: '?x',
      of: { initially: { rests_on: ['?x', '?y'] } },
      at_least: atLeast,
      that: { and: [{ not: { rests_on: ['?x', '?y'] } }, { not: { held: ['?x'] } }] },
    }),
    some('?z', container, { and: [things(atLeast, { inside: ['?x', '?z'] }), { state: ['?z', 'CLOSED'] }] }),
    { forall: '?x', of: { class: device }, that: { state: ['?x', 'ON'] } },
    things(Math.min(atLeast, 2), { held: ['?x'] }),
  ];
}

function arbitraryCondition(house: House, past: boolean): fc.Arbitrary<Condition> {
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => {
    const part = tie('condition');
    const parts = fc.array(part, { minLength: 1, maxLength: 3 });
    return {
      condition: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        { arbitrary: atomOf(house, null), weight: 6 },
        { arbitrary: quantified(house), weight: 4 },
        { arbitrary: parts.map((and) => ({ and })), weight: 2 },
        { arbitrary: parts.map((or) => ({ or })), weight: 1 },
        { arbitrary: part.map((not) => ({ not })), weight: 1 },
        { arbitrary: part.map((ever) => ({ ever })), weight: past ? 1 : 0 },
        { arbitrary: fc.tuple(part, part).map((then) => ({ then })), weight: past ? 1 : 0 },
      ),
    };
  });
  return condition;
}

function quantified(house: House): fc.Arbitrary<Condition> {
  const classes = house.nodes.filter(isSeenNode).map(({ className }) => ({ class: className }));
  const properties = fc.constantFrom('GRABBABLE' as const, 'CAN_OPEN' as const).map((property) => ({ property }));
  const atom = atomOf(house, '?x');
  return fc
    .record({
      word: fc.constantFrom('exists', 'exists', 'count', 'count', 'forall'),
      of: classes.length === 0 ? properties : fc.oneof(fc.constantFrom(...classes), properties),
      that: fc.oneof(
        atom,
        fc.tuple(atom, atom).map((and) => ({ and })),
        atom.map((not) => ({ not })),
      ),
      atLeast: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ word, of, that, atLeast }): Condition => {
      if (word === 'count') return { count: '?x', of, at_least: atLeast, that };
      return word === 'exists' ? { exists: '?x', of, that } : { forall: '?x', of, that };
    });
}

function atomOf(house: House, variable: string | null): fc.Arbitrary<Condition> {
  const nameOf = (isRight: (node: House['nodes'][number]) => boolean) =>
    pick(
      house.names.filter((_, node) => isRight(house.nodes[node]!)),
      house.names,
    );
  const first = (isRight: Parameters<typeof nameOf>[0]) =>
    variable === null ? nameOf(isRight) : fc.constant(variable);
  const withProperty = (property: string) => first(({ properties }) => properties.includes(property));
  const movable = withProperty('GRABBABLE');
  const any = first((node) => !isRoom(node));
  const target = nameOf(({ properties }) => properties.includes('SURFACES') || properties.includes('CONTAINERS'));
  const two = fc.tuple(movable, target);
  return fc.oneof(
    two.map((on) => ({ on })),
    two.map((inside) => ({ inside })),
    two.map((rests_on) => ({ rests_on })),
    fc.tuple(movable, nameOf(isRoom)).map((in_room) => ({ in_room })),
    stateOf(withProperty('CAN_OPEN'), 'OPEN', 'CLOSED'),
    stateOf(withProperty('HAS_SWITCH'), 'ON', 'OFF'),
    fc.tuple(movable).map((held) => ({ held })),
    fc.tuple(movable).map((heated) => ({ heated })),
    fc.tuple(movable).map((toasted) => ({ toasted })),
    fc.tuple(any).map((near) => ({ near })),
    fc.tuple(any).map((visible) => ({ visible })),
  );
}

function stateOf(name: fc.Arbitrary<string>, ...states: State[]): fc.Arbitrary<Condition> {
  return fc.tuple(name, fc.constantFrom(...states)).map((state) => ({ state }));
}

function pick<T>(list: readonly T[], otherwise: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...(list.length === 0 ? otherwise : list));
}
