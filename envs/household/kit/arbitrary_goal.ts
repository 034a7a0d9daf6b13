import * as fc from 'fast-check';
import type { Condition, Goal } from '../goals/goal.ts';
import { CLASSES, type State } from '../scene/class_table.ts';
import { type House, isRoom, isSeenNode } from '../scene/house.ts';

/** `past` allows `ever` and `then`. */
export function arbitraryGoal(house: House, { past }: { past: boolean }): fc.Arbitrary<Goal> {
  const condition = arbitraryCondition(house, past);
  return fc
    .array(condition, { minLength: 1, maxLength: 3 })
    .map((conjuncts) => conjuncts.map((that) => ({ weight: 1, that })));
}

/** A goal like those of Table I. */
export function arbitraryChore(house: House): fc.Arbitrary<Goal> {
  const classesWith = (...properties: readonly string[]) => {
    const classes = new Set(house.nodes.filter((node) => isSeenNode(node)).map(({ className }) => className));
    const fitting = [...classes].filter((name) =>
      properties.every((property) => CLASSES.get(name)?.properties.includes(property)),
    );
    return fc.constantFrom(...(fitting.length > 0 ? fitting : [house.nodes[0]?.className ?? '']));
  };
  const [thing, surface] = [classesWith('GRABBABLE'), classesWith('SURFACES')];
  const [container, device] = [classesWith('CONTAINERS'), classesWith('HAS_SWITCH')];
  const number = fc.integer({ min: 1, max: 4 });
  const countOf = (name: string) => house.nodes.filter(({ className }) => className === name).length;
  const has = (name: string) => countOf(name) > 0;
  const latches = [...(has('toaster') ? ['toasted'] : []), ...(has('microwave') ? ['heated'] : [])];
  const some = (x: string, atLeast: number) => Math.min(atLeast, countOf(x));
  const latch = fc.constantFrom(...(latches.length === 0 ? ['heated'] : latches));
  const chore = fc.oneof(
    fc.tuple(thing, surface, number, latch).map(([x, y, n, treated]) => treatedOn(x, y, some(x, n), treated)),
    fc.tuple(surface, container, fc.constantFrom('on', 'rests_on')).map(([y, z, lies]) => clearedInto(y, z, lies)),
    fc.tuple(surface, number).map(([y, n]) => takenFrom(y, n)),
    fc.tuple(thing, container, number).map(([x, z, n]) => shutIn(x, z, some(x, n))),
    device.map((x): Condition => ({ forall: '?x', of: { class: x }, that: { state: ['?x', 'ON'] } })),
    fc.tuple(thing, number).map(([x, n]) => counted(x, Math.min(some(x, n), 2), { held: ['?x'] })),
  );
  return fc.array(chore, { minLength: 1, maxLength: 2 }).map((list) => list.map((that) => ({ weight: 1, that })));
}

function treatedOn(x: string, y: string, atLeast: number, latch: string): Condition {
  const treated = { [latch]: ['?x'] } as unknown as Condition;
  return { exists: '?y', of: { class: y }, that: counted(x, atLeast, { and: [treated, { on: ['?x', '?y'] }] }) };
}

function clearedInto(y: string, z: string, lies: string): Condition {
  const lay = { [lies]: ['?x', '?y'] } as unknown as Condition;
  const initially: Condition = { and: [{ graspable: ['?x'] }, { exists: '?y', of: { class: y }, that: lay }] };
  const that: Condition = { exists: '?z', of: { class: z }, that: { inside: ['?x', '?z'] } };
  return { forall: '?x', of: { property: 'GRABBABLE', initially }, that };
}

function takenFrom(y: string, atLeast: number): Condition {
  const that: Condition = { and: [{ not: { rests_on: ['?x', '?y'] } }, { not: { held: ['?x'] } }] };
  const taken: Condition = { count: '?x', of: { initially: { rests_on: ['?x', '?y'] } }, at_least: atLeast, that };
  return { exists: '?y', of: { class: y }, that: taken };
}

function shutIn(x: string, z: string, atLeast: number): Condition {
  const that: Condition = { and: [counted(x, atLeast, { inside: ['?x', '?z'] }), { state: ['?z', 'CLOSED'] }] };
  return { exists: '?z', of: { class: z }, that };
}

function counted(x: string, atLeast: number, that: Condition): Condition {
  return { count: '?x', of: { class: x }, at_least: atLeast, that };
}

function arbitraryCondition(house: House, past: boolean): fc.Arbitrary<Condition> {
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { arbitrary: atomOf(house, null), weight: 6 },
      { arbitrary: quantified(house), weight: 4 },
      { arbitrary: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })), weight: 2 },
      { arbitrary: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })), weight: 1 },
      { arbitrary: tie('condition').map((not) => ({ not })), weight: 1 },
      ...(past
        ? [
            { arbitrary: tie('condition').map((ever) => ({ ever })), weight: 1 },
            { arbitrary: fc.tuple(tie('condition'), tie('condition')).map((then) => ({ then })), weight: 1 },
          ]
        : []),
    ),
  }));
  return condition;
}

function quantified(house: House): fc.Arbitrary<Condition> {
  const classes = [...new Set(house.nodes.filter((node) => isSeenNode(node)).map(({ className }) => className))];
  const domain = fc.oneof(
    ...(classes.length === 0 ? [] : [fc.constantFrom(...classes).map((className) => ({ class: className }))]),
    fc.constantFrom('GRABBABLE' as const, 'CAN_OPEN' as const).map((property) => ({ property })),
  );
  const body = fc.oneof(
    atomOf(house, '?x'),
    fc.tuple(atomOf(house, '?x'), atomOf(house, '?x')).map((and) => ({ and })),
    atomOf(house, '?x').map((not) => ({ not })),
  );
  return fc
    .tuple(
      fc.constantFrom('exists', 'exists', 'count', 'count', 'forall'),
      domain,
      body,
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([word, of, that, atLeast]): Condition => {
      if (word === 'count') return { count: '?x', of, at_least: atLeast, that };
      return word === 'exists' ? { exists: '?x', of, that } : { forall: '?x', of, that };
    });
}

function atomOf(house: House, variable: string | null): fc.Arbitrary<Condition> {
  const names = house.names.filter((_, node) => !isRoom(house.nodes[node]!));
  const rooms = house.names.filter((_, node) => isRoom(house.nodes[node]!));
  const having = (property: string) =>
    house.names.filter((_, node) => {
      const className = house.nodes[node]?.className ?? '';
      return CLASSES.get(className)?.properties.includes(property);
    });
  const pick = (list: readonly string[]) => fc.constantFrom(...(list.length === 0 ? house.names : list));
  const first = (list: readonly string[]) => (variable === null ? pick(list) : fc.constant(variable));
  const movable = first(having('GRABBABLE'));
  const any = first(names);
  const target = pick([...having('SURFACES'), ...having('CONTAINERS')]);
  const two = fc.tuple(movable, target).map(([x, y]) => [x, y] as const);
  const one = movable.map((x) => [x] as const);
  return fc.oneof(
    two.map((on) => ({ on })),
    two.map((inside) => ({ inside })),
    two.map((rests_on) => ({ rests_on })),
    fc.tuple(movable, pick(rooms)).map(([x, room]) => ({ in_room: [x, room] as const })),
    stateOf(first(having('CAN_OPEN')), 'OPEN', 'CLOSED'),
    stateOf(first(having('HAS_SWITCH')), 'ON', 'OFF'),
    one.map((held) => ({ held })),
    one.map((heated) => ({ heated })),
    one.map((toasted) => ({ toasted })),
    any.map((x) => ({ near: [x] as const })),
    any.map((x) => ({ visible: [x] as const })),
  );
}

function stateOf(name: fc.Arbitrary<string>, ...states: State[]): fc.Arbitrary<Condition> {
  return fc.tuple(name, fc.constantFrom(...states)).map((state) => ({ state }));
}
