import { describe, expect, it } from 'vitest';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { houseTables } from './scene/house_tables.ts';
import { isManipulation, withSkills } from './skill_library.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';
import { smallHouse } from './testing/small_house.ts';

const house = smallHouse({
  things: [
    { is: 'kitchentable1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'mug1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'cupcake1', on: 'kitchentable1', at: [0, 0, 0] },
    { is: 'fridge1', in: 'kitchen1', at: [0, 0, 0] },
  ],
});
const SKILLS = { pickup: [['EATABLE', 'fridge']], placeon: [['EATABLE'], ['fridge', 'kitchentable']] } as const;

function last(text: string) {
  const skills = { pickup: [[...SKILLS.pickup[0]]], placeon: SKILLS.placeon.map((kinds) => [...kinds]) };
  const rules = withSkills(PAPER_RULES, skills as Parameters<typeof withSkills>[1], house);
  const state = new HouseholdState(houseTables(house, ''), PAPER_OPTIONS);
  const refusals = text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return carryOut(state, { verb, args }, { rules, indexOf: house.indexOf });
  });
  return refusals.at(-1);
}

describe('withSkills()', () => {
  it('changes nothing, when everything has been learned', () => {
    expect(withSkills(PAPER_RULES, null, house)).toBe(PAPER_RULES);
  });

  it('allows by class and by property, for each argument', () => {
    expect(last('pickup cupcake1')).toBeNull();
    expect(last('pickup cupcake1, placeon cupcake1 kitchentable1')).toBeNull();
  });

  it('denies what has not been learned, before all else', () => {
    expect(last('pickup mug1')).toEqual({
      precondition: 'in_skill_library',
      message: 'Cannot pickup "mug1": a human denies it, for "mug1" is not in the skill library of pickup',
    });
    expect(last('placeon cupcake1 mug1')).toEqual({
      precondition: 'in_skill_library',
      message:
        'Cannot placeon "cupcake1", "mug1": a human denies it, for "mug1" is not in the skill library of placeon',
    });
    expect(last('open fridge1')?.precondition).toBe('in_skill_library');
    expect(last('placein cupcake1 fridge1')?.precondition).toBe('in_skill_library');
  });

  it('leaves the other rules as they are, where it allows', () => {
    expect(last('pickup fridge1')?.precondition).toBe('grabbable');
    expect(last('placeon cupcake1 fridge1')?.precondition).toBe('held');
  });

  it('takes no skill to move and to wait', () => {
    expect(last('move mug1, wait')).toBeNull();
    expect(last('move mug1')).toBeNull();
    expect(last('move mug2')?.precondition).toBe('unknown_object');
  });
});

describe('isManipulation()', () => {
  it('is every verb but move and wait', () => {
    expect([...PAPER_RULES.keys()].filter((verb) => !isManipulation(verb))).toEqual(['move', 'wait']);
  });
});
