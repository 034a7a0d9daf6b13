import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FunctionalUnit } from '../foon/foon.ts';
import { writeFoon } from '../foon/foon_json.ts';
import { readFoon } from '../foon/read_foon.ts';
import { ParseLog } from '../parse_log.ts';
import { understood } from '../testing/understood.ts';
import { readState } from './examples.ts';
import { fixedObject, nameKey, readPlan, subgoalOf } from './read_plan.ts';
import { planJson } from './testing/tower_episode.ts';

const PLAN = planJson({ moved: 'second block', onto: 'first block' });

const planOf = (reply: string) => understood(readPlan(reply, new ParseLog()));

function stepWith(states: unknown): string {
  return JSON.stringify({ plan: [{ action: 'pick and place', object_states: states }] });
}

describe('readPlan()', () => {
  test('makes a functional unit of each step', () => {
    expect(readPlan(PLAN, new ParseLog())).toMatchObject({ ok: true, accepted: 1 });
    const value = planOf(PLAN);
    expect(value.instructions).toEqual(['Place the second block on the first block.']);
    expect(writeFoon(value.foon)).toBe(
      [
        'O0\tfirst block\t0\nS0\ton\t[table]\nS1\tunder\t[nothing]',
        'O1\tsecond block\t1\nS0\ton\t[table]\nS1\tunder\t[nothing]',
        'M0\tpick and place\t<Assumed>',
        'O0\tfirst block\t0\t!\nS0\ton\t[table]\nS1\tunder\t[second block]',
        'O1\tsecond block\t0\t!\nS0\ton\t[first block]\nS1\tunder\t[nothing]',
        '//\n',
      ].join('\n'),
    );
  });

  test('does without what the robot does not need, and takes a single text for a list', () => {
    const { foon } = planOf(stepWith({ cup: { effects: 'on table' } }));
    expect(foon.units[0]?.outputs[0]?.states).toEqual([{ kind: 'related', label: 'on', object: 'table' }]);
  });

  test.each(['.', ' . ', ', on table', 'on table, '])('takes no state from a text without words: "%s"', (effects) => {
    const step = { cup: { effects: ['on table', effects] }, mug: { effects }, lid: { effects: 'on table' } };
    const { foon } = planOf(stepWith(step));
    for (const { states } of foon.units[0]?.outputs ?? []) {
      expect(states.map(({ label }) => label).filter((label) => label.trim() === '')).toEqual([]);
    }
  });

  test('tells what was repaired, and which names are not in the list', () => {
    const log = new ParseLog();
    readPlan(`Here:\n${PLAN.replace('"first block",', '').replaceAll('"', "'")}`, log);
    expect(log.note('object_level_plan', 1)).toMatchObject({
      remarks: ['text before the JSON', 'single quotes', 'not in "all_objects": "first block"'],
    });
  });

  test.each<[string, string]>([
    ['No.', 'expected a JSON object'],
    [PLAN.slice(0, 99), 'the JSON is cut off: line'],
    [' '.repeat(50_001), 'at most 50000 characters'],
  ])('refuses what is no JSON: %.20j', (reply, problem) => {
    const reading = readPlan(reply, new ParseLog());
    expect(reading).toEqual({ ok: false, failure: 'parse', problem: expect.stringContaining(problem) });
  });

  test.each<[string, string]>([
    ['{}', 'plan: expected a list of steps'],
    ['{"plan": []}', 'plan: expected at least one step'],
    ['{"plan": ["stack"]}', 'plan[0]: expected object'],
    ['{"plan": [{"object_states": {"a": {"effects": ["on b"]}}}]}', 'plan[0].action: expected a name'],
    ['{"plan": [{"action": "cut"}]}', 'plan[0].object_states: expected an object'],
    [stepWith({}), 'plan[0].object_states: expected the states of at least one object'],
    [stepWith({ cup: { preconditions: [] } }), 'plan[0].object_states.cup.effects: expected a list'],
    [stepWith({ cup: { effects: [1] } }), 'effects'],
    [stepWith({ '[cup]': { effects: ['on table'] } }), 'plan[0].object_states'],
    [stepWith({ cup: { effects: ['on [table]'] } }), 'effects'],
    [stepWith({ cup: { effects: ['empty'] } }), 'step 1 has no effect'],
    [stepWith({ cup: { effects: ['on nothing'] } }), 'step 1 has no effect'],
    [stepWith({ table: { effects: ['on cup'] } }), 'step 1 has no effect'],
  ])('refuses a plan of another form: %s', (reply, problem) => {
    const reading = readPlan(reply, new ParseLog());
    expect(reading).toEqual({ ok: false, failure: 'schema', problem: expect.stringContaining(problem) });
  });

  test('notes where it failed', () => {
    const log = new ParseLog();
    expect(readPlan('Here:\n{"plan": 1}', log).ok).toBe(false);
    expect(log.note('object_level_plan', 0)).toMatchObject({
      discarded: [{ line: 2, kind: 'malformed', text: '{"plan": 1}', reason: 'plan: expected a list of steps' }],
    });
  });

  test('gives a FOON that can be written and read again, or nothing, whatever the names', () => {
    const words = '__proto__¦constructor¦table¦a, b¦{a}¦[a]¦a\tb¦\ud800¦on¦ ¦.¦}¦, on table'.split('¦');
    const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(...words));
    const relation = fc.constantFrom('on ', 'in ', 'under ', 'contains ', '');
    const state = fc.tuple(relation, word).map((parts) => parts.join(''));
    const states = fc.array(state, { maxLength: 3 });
    const objects = fc.dictionary(word, fc.record({ preconditions: states, effects: states }), { maxKeys: 3 });
    const steps = fc.array(fc.record({ action: word, object_states: objects, instruction: word }), { maxLength: 3 });
    fc.assert(
      fc.property(steps, (plan) => {
        const reading = readPlan(JSON.stringify({ plan }), new ParseLog());
        if (!reading.ok) return;
        const text = writeFoon(reading.value.foon);
        expect(writeFoon(readFoon(text, 'plan.txt').foon)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

const GROUNDING = new Map([
  ['first block', 'K_block_1'],
  ['second block', 'M_block_1'],
]);

function unit(label: string, ...effects: string[]): FunctionalUnit {
  const node = { label, states: effects.map(readState), inMotion: false, isGoal: false };
  return { inputs: [node], motion: { label: 'pick and place' }, outputs: [node] };
}

const factsOf = (...states: [string, ...string[]]) => subgoalOf(unit(...states), GROUNDING).map((f) => f.join(' '));

describe('subgoalOf() of an effect on the second block, M', () => {
  const [onK, onTable] = [
    ['on K_block_1 M_block_1', 'under M_block_1 K_block_1'],
    ['on table M_block_1', 'under M_block_1 table'],
  ];
  test.each<[string, string[]]>([
    ['on first block', onK],
    ['on the First  Block', onK],
    ['on table', onTable],
    ['on work surface', onTable],
    ['on nothing', []],
    ['on air', []],
    ['in first block', ['in K_block_1 M_block_1']],
    ['in hand', ['in hand M_block_1']],
    ['in nothing', []],
    ['under first block', ['under K_block_1 M_block_1']],
    ['under nothing', ['on M_block_1 air']],
    ['contains first block', []],
    ['whole', []],
  ])('%s', (effect, facts) => expect(factsOf('second block', effect)).toEqual(['in hand air', ...facts]));
});

describe('subgoalOf()', () => {
  test('says each fact once', () => {
    expect(factsOf('second block', 'on table', 'on table', 'on tabletop')).toHaveLength(3);
  });

  test('omits states of the table and the hand', () => {
    expect(factsOf('table', 'under first block')).toEqual(['in hand air']);
  });

  test('throws on a name that is not grounded', () => {
    expect(() => subgoalOf(unit('third block', 'on table'), GROUNDING)).toThrow('"third block" is not grounded');
  });
});

test('nameKey() is the same for spellings of one name', () => {
  expect(['first block', ' The  first\tBlock '].map(nameKey)).toEqual(['first block', 'first block']);
  // "A block" is a block with a letter.
  expect(nameKey('A block')).toBe('a block');
});

test('fixedObject() knows what is never grounded', () => {
  const names = ['Nothing', 'air', 'the table', 'work surface', 'robot', 'hand'];
  expect(names.map(fixedObject)).toEqual(['air', 'air', 'table', 'table', 'hand', 'hand']);
  expect(['first block', 'constructor', ''].map(fixedObject)).toEqual([undefined, undefined, undefined]);
});
