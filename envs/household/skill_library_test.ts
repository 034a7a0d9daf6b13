import { expect, it } from 'vitest';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { isManipulation, withSkills } from './skill_library.ts';
import { smallHouse } from './testing/small_house.ts';
import { actionsOf, stateOf } from './testing/walks.ts';

const house = smallHouse({ things: 'kitchentable1, mug1 on kitchentable1, cupcake1 on kitchentable1, fridge1' });
const rules = withSkills(
  PAPER_RULES,
  { pickup: [['EATABLE', 'fridge']], placeon: [['EATABLE'], ['fridge', 'kitchentable']] },
  house,
);

const denied = (name: string, verb: string) =>
  `a human denies it because the skill library has no ${verb} for "${name}"`;

it.each([
  ['pickup cupcake1', null, ''],
  ['pickup cupcake1, placeon cupcake1 kitchentable1', null, ''],
  ['pickup mug1', 'in_skill_library', `Cannot pickup "mug1": ${denied('mug1', 'pickup')}`],
  ['placeon cupcake1 mug1', 'in_skill_library', `Cannot placeon "cupcake1", "mug1": ${denied('mug1', 'placeon')}`],
  ['open fridge1', 'in_skill_library', denied('fridge1', 'open')],
  ['placein cupcake1 fridge1', 'in_skill_library', denied('cupcake1', 'placein')],
  ['pickup fridge1', 'grabbable', ''],
  ['placeon cupcake1 fridge1', 'held', ''],
  ['move mug1, wait', null, ''],
  ['move mug2', 'unknown_object', ''],
])('withSkills() decides on "%s": %s', (walk, precondition, message) => {
  const state = stateOf(house);
  const refusals = actionsOf(walk).map((action) => carryOut(state, action, { rules, indexOf: house.indexOf }));
  expect(refusals.at(-1)?.precondition ?? null).toBe(precondition);
  expect(refusals.at(-1)?.message ?? '').toContain(message);
});

it('withSkills() changes nothing, when everything has been learned', () => {
  expect(withSkills(PAPER_RULES, null, house)).toBe(PAPER_RULES);
});

it('isManipulation() is every verb but move and wait', () => {
  expect([...PAPER_RULES.keys()].filter((verb) => !isManipulation(verb))).toEqual(['move', 'wait']);
});
