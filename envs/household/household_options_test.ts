import { describe, expect, it } from 'vitest';
import { type HouseholdOptionsInput, householdOptionsSchema } from './household_options.ts';

describe('householdOptionsSchema', () => {
  it('gives the same again, when given what it gave', () => {
    const options: HouseholdOptionsInput = {
      hands: 1,
      perception: 'on_entry',
      skills: { pickup: [['EATABLE', 'mug']], placein: [['EATABLE'], ['microwave']] },
      noise: { falseSuccess: 0.1 },
    };
    const parsed = householdOptionsSchema.parse(options);
    expect(parsed.skills).toEqual(options.skills);
    expect(parsed.noise.falseSuccess).toBe(0.1);
    expect(householdOptionsSchema.parse(parsed)).toEqual(parsed);
  });

  it('describes every field', () => {
    const { shape } = householdOptionsSchema;
    const fields = Object.entries({ ...shape, ...shape.noise.unwrap().shape });
    expect(fields.filter(([, field]) => (field.description ?? '') === '')).toEqual([]);
  });

  it.each([
    ['a distance that is none', { reachM: Number.NaN }, 'number'],
    ['three hands', { hands: 3 }, '1'],
    ['a perception of another kind', { perception: 'never' }, 'on_entry'],
    ['a probability above 1', { noise: { falseSuccess: 1.1 } }, '<=1'],
    ['a noise that there is not', { noise: { missed: 0.1 } }, 'missed'],
    ['an option that there is not', { reach: 1 }, 'reach'],
    ['half a retry', { retriesMax: 0.5 }, 'int'],
    ['a skill of moving', { skills: { move: [['CONTAINERS']] } }, 'move'],
    ['a list for one of two arguments', { skills: { placein: [['EATABLE']] } }, 'two lists of classes and properties'],
    [
      'two lists for one argument',
      { skills: { open: [['fridge'], ['fridge']] } },
      'one list of classes and properties',
    ],
    ['a class that there is not', { skills: { open: [['frigde']] } }, 'a class from envs/household/scene/classes.json'],
    [
      'a name that is everywhere',
      { skills: { open: [['constructor']] } },
      'a class from envs/household/scene/classes.json',
    ],
  ])('refuses %s', (_, options, expected) => {
    const { error } = householdOptionsSchema.safeParse(options);
    expect(error?.message).toContain(expected);
  });
});
