import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHouse } from '../../kit/arbitrary_house.ts';
import { PAPER_RULES } from '../../rules/rules.ts';
import { houseOfGraph } from '../../scene/read_graph.ts';
import { readHouse } from '../../scene/read_house.ts';
import { actionOf, actionsOf } from '../../testing/walks.ts';
import { smallGraph } from '../testing/small_graph.ts';
import { PrimitiveScript, SCRIPT_ACTIONS } from './primitives.ts';

const house = houseOfGraph(smallGraph('kitchen: fridge CAN_OPEN, milk GRABBABLE, milk GRABBABLE, character'), 'small');
const script = new PrimitiveScript(house);

describe('PrimitiveScript', () => {
  it.each([
    ['move fridge1', '[WALK] <fridge> (2)'],
    ['move kitchen1', '[WALK] <kitchen> (1)'],
    ['pickup milk2', '[GRAB] <milk> (4)'],
    ['placein milk1 fridge1', '[PUTIN] <milk> (3) <fridge> (2)'],
    ['placeon milk1 milk2', '[PUTBACK] <milk> (3) <milk> (4)'],
    ['open fridge1', '[OPEN] <fridge> (2)'],
    ['close fridge1', '[CLOSE] <fridge> (2)'],
    ['switchon fridge1', '[SWITCHON] <fridge> (2)'],
    ['switchoff fridge1', '[SWITCHOFF] <fridge> (2)'],
    ['wait', '[WAIT]'],
  ])('%s is %s, both ways', (words, line) => {
    expect(script.line(actionOf(words))).toBe(line);
    expect(script.action(line)).toEqual(actionOf(words));
  });

  it('has no line for what is no primitive, or names nothing', () => {
    const actions = actionsOf('fly milk1, move milk9, move, wait milk1, move __proto__, constructor milk1');
    expect(actions.filter((action) => script.line(action) !== null)).toEqual([]);
  });

  it('has no action for what is no primitive', () => {
    expect(() => script.action('[SIT] <fridge> (2)')).toThrow('unknown action "SIT"; known: WALK, GRAB, PUTIN');
  });

  it('covers the nine primitives, and gives back every action of every house', () => {
    const verbs = [...PAPER_RULES.keys()];
    expect([...SCRIPT_ACTIONS.keys()]).toEqual(verbs);
    fc.assert(
      fc.property(arbitraryHouse, fc.constantFrom(...verbs), fc.nat(), fc.nat(), (text, verb, one, other) => {
        const any = readHouse(text, 'any.json');
        const names = [one, other].map((choice) => any.names[choice % any.names.length]!);
        const action = { verb, args: names.slice(0, PAPER_RULES.get(verb)?.arity) };
        const both = new PrimitiveScript(any);
        expect(both.action(both.line(action) ?? '')).toEqual(action);
      }),
    );
  });
});
