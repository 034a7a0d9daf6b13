import { describe, expect, it } from 'vitest';
import type { Model } from '../env.ts';
import { householdEnvs } from './household_env.ts';
import { PAPER_RULES } from './rules/rules.ts';
import { CLASSES } from './scene/class_table.ts';
import type { House } from './scene/house.ts';
import { FIVE_HOUSES, houseNamed } from './testing/small_house.ts';
import { taskOf } from './testing/walks.ts';
import { smallGraphText } from './virtualhome/testing/small_graph.ts';
import { household, OBJECT_CLASSES } from './world.ts';

describe('household', () => {
  it('says of every precondition of its rules what kind of mistake it is', () => {
    const conditions = [...PAPER_RULES.values()].flatMap(({ preconditions }) => preconditions);
    const unnamed = conditions.filter(({ condition }) => !Object.hasOwn(household.preconditions, condition.name));
    expect(unnamed).toEqual([]);
  });

  it('reads a house of ours and a scene graph of VirtualHome', () => {
    const graph = smallGraphText('kitchen: fridge CAN_OPEN CLOSED, character');
    expect(household.readScene(graph, 'scenes/My Kitchen.json')).toMatchObject({ name: 'my_kitchen' });
    expect(() => household.readScene('{"house": "h"}', 'h.json')).toThrow('expected');
  });
});

const LASTING = ['grabbable', 'container', 'surface', 'can_open', 'has_switch'];

function namedNodes({ nodes, names }: House): (House['nodes'][number] & { readonly name: string })[] {
  return nodes.map((node, at) => ({ ...node, name: names[at] ?? '' }));
}

function explored(house: House): Model {
  const task = taskOf(house, { exists: '?book', of: { class: 'book' }, that: { held: ['?book'] } });
  const env = householdEnvs(house, task)(1);
  env.reset();
  const model = env.model();
  const go = (verb: string, name: string) => model.step({ verb, args: [name] });
  const named = namedNodes(house);
  for (const { name, category } of named) if (category === 'Rooms') go('move', name);
  for (const { name, properties } of named) {
    if (properties.includes('CAN_OPEN') && go('move', name) === null) go('open', name);
  }
  const book = named.find(({ name }) => /^book\d/.test(name) && go('move', name) === null)?.name ?? '';
  expect(go('pickup', book)).toBeNull();
  return model;
}

describe('OBJECT_CLASSES', () => {
  it('has every class once, in the order of names', () => {
    expect(OBJECT_CLASSES.map((each) => each.class)).toEqual([...CLASSES.keys()].sort());
  });

  it.each(FIVE_HOUSES)('says of %s what its rules allow and refuse', (name) => {
    const house = houseNamed(name);
    const model = explored(house);
    const holds = namedNodes(house).find(({ name }) => model.holds({ held: [name] }))?.name ?? '';
    const wrong: string[] = [];
    const judged = new Set<string>();
    for (const { name, className, properties, category } of namedNodes(house)) {
      const known = OBJECT_CLASSES.find((each) => each.class === className);
      const { properties: usual, category: usualCategory } = CLASSES.get(className)!;
      if (category !== usualCategory || [...properties].sort().join() !== [...usual].sort().join()) continue;
      for (const { verb, arity } of PAPER_RULES.values()) {
        if (arity === 0) continue;
        const precondition = model.refusal({ verb, args: arity === 1 ? [name] : [holds, name] })?.precondition;
        const isUnseen = precondition === 'seen';
        if (isUnseen && known?.notes.includes('never seen') === false) continue; // in something locked
        const isPossible = !isUnseen && !LASTING.includes(precondition ?? '');
        judged.add(`${verb} ${isPossible}`);
        if (known?.actions.includes(verb) !== isPossible) wrong.push(`${verb} ${name}: ${precondition}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(judged.size).toBe(16);
  });

  it('says what else is peculiar', () => {
    const notes = (name: string) => OBJECT_CLASSES.find((each) => each.class === name)?.notes;
    expect(notes('toaster')).toContain('toasts its contents');
    expect(notes('microwave')).toEqual(expect.arrayContaining(['runs only when closed', 'heats its contents']));
    expect(notes('curtains')).toEqual(['never seen']);
  });
});
