import { describe, expect, it } from 'vitest';
import { afterMove, isRefusal, readMove } from './rules.ts';
import { BlockNames, sense } from './table/arrangement.ts';
import { SPOTS, type Vector } from './table/table.ts';
import { sceneOf } from './testing/scene_of.ts';

const names = new BlockNames(['A', 'B', 'C', 'D']);
const { blocks } = sceneOf({ A: [0.39, 0], B: [0.39, 0, 1], C: [0.5, 0], D: [0.61, 0] });
const empty = sense({ centres: blocks.map(({ centre }) => centre), held: -1, fallen: [] });

function read(text: string, arrangement = empty, known = names) {
  const [verb = '', ...args] = text.split(' ');
  return readMove({ verb, args }, arrangement, known);
}

function after(...texts: string[]) {
  return texts.reduce((arrangement, text) => {
    const move = read(text, arrangement);
    if (isRefusal(move)) throw new Error(move.message);
    return afterMove(arrangement, move);
  }, empty);
}

const holdingB = after('pick B A');

describe('readMove()', () => {
  it('understands what the rules allow, in any case', () => {
    expect(read('pick B A')).toEqual({ verb: 'pick', block: 1, surface: 0 });
    expect(read('pick c TABLE')).toEqual({ verb: 'pick', block: 2, surface: -1 });
    expect(read('place b c', holdingB)).toEqual({ verb: 'place', block: 1, surface: 2 });
    expect(read('place B table', holdingB)).toEqual({ verb: 'place', block: 1, surface: -1 });
  });

  it.each([
    ['fly A B', 'unknown_verb', 'Cannot "fly": no such action; known: pick, place', undefined],
    ['Pick B A', 'unknown_verb', 'Cannot "Pick": no such action; known: pick, place', undefined],
    ['pick B', 'wrong_arity', 'Cannot pick: expected 2 arguments, a block and a surface, found 1', undefined],
    ['pick B A A', 'wrong_arity', 'Cannot pick: expected 2 arguments, a block and a surface, found 3', undefined],
    ['pick E A', 'unknown_object', 'Cannot pick: there is no "E"; known: "table", "A", "B", "C", "D"', undefined],
    ['pick B E', 'unknown_object', 'Cannot pick: there is no "E"; known: "table", "A", "B", "C", "D"', undefined],
    ['pick table A', 'not_a_block', 'Cannot pick "table", "A": "table" is not a block', undefined],
    ['pick air A', 'not_a_block', 'Cannot pick "air", "A": "air" is not a block', undefined],
    ['pick B hand', 'not_a_block', 'Cannot pick "B", "hand": "hand" is neither a block nor the table', undefined],
    ['pick B C', 'on_surface', 'Cannot pick "B", "C": "B" is not on "C" but on "A"', undefined],
    ['pick B table', 'on_surface', 'Cannot pick "B", "table": "B" is not on the table but on "A"', undefined],
    ['pick C D', 'on_surface', 'Cannot pick "C", "D": "C" is not on "D" but on the table', undefined],
    ['pick A table', 'clear', 'Cannot pick "A", "table": "B" is on "A"', 'B'],
    ['place B C', 'holding', 'Cannot place "B", "C": the hand holds nothing, not "B"', undefined],
    ['place C C', 'not_itself', 'Cannot place "C", "C": a block cannot be put on itself', undefined],
  ])('refuses "%s" as %s', (text, precondition, message, obstacle) => {
    const reason = { precondition, message, level: 'symbolic' };
    expect(read(text)).toStrictEqual(obstacle === undefined ? reason : { ...reason, obstacle });
  });

  it.each([
    ['pick C table', 'hand_empty', 'the hand holds "B"', 'B'],
    ['pick B A', 'hand_empty', 'the hand holds "B"', 'B'],
    ['place C D', 'holding', 'the hand holds "B", not "C"', 'B'],
  ])('refuses "%s" as %s, with B in the hand', (text, precondition, problem, obstacle) => {
    const message = expect.stringContaining(`: ${problem}`);
    expect(read(text, holdingB)).toEqual({ precondition, message, level: 'symbolic', obstacle });
  });

  it('refuses to place on what is not clear, naming what is there', () => {
    expect(read('place D A', after('pick D table'))).toMatchObject({ precondition: 'surface_clear', obstacle: 'B' });
  });

  it('refuses to place on a full table', () => {
    const centres = [...SPOTS.map(([x, y]): Vector => [x, y, 0.0275]), [0, 0, 0] as Vector];
    const full = sense({ centres, held: SPOTS.length, fallen: [] });
    const many = new BlockNames(centres.map((_, index) => `A_${index}`));
    expect(read(`place A_${SPOTS.length} table`, full, many)).toMatchObject({
      precondition: 'free_spot',
      message: `Cannot place "A_${SPOTS.length}", "table": no spot of the table is free`,
      obstacle: 'table',
    });
  });
});
