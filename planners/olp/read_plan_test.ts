import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFoon } from '../foon/read_foon.ts';
import { writeFoon } from '../foon/write_foon.ts';
import { ParseLog } from '../parse_log.ts';
import { understood } from '../testing/understood.ts';
import { readPlan } from './read_plan.ts';
import { planJson } from './testing/tower_episode.ts';

const PLAN = planJson({ moved: 'second block', onto: 'first block' });

const planOf = (reply: string) => understood(readPlan(reply, new ParseLog()));

/** A plan of one step with these states. */
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
    const { foon } = planOf(
      stepWith({ cup: { effects: ['on table', effects] }, mug: { effects }, lid: { effects: 'on table' } }),
    );
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

  test.each<[string, string, string, string]>([
    ['no JSON', 'No.', 'parse', 'expected a JSON object'],
    ['JSON cut off', PLAN.slice(0, 99), 'parse', 'the JSON ends too early: line'],
    ['too long', ' '.repeat(50_001), 'parse', 'at most 50000 characters'],
    ['no plan', '{}', 'schema', 'plan: expected a list of steps'],
    ['no steps', '{"plan": []}', 'schema', 'plan: expected at least one step'],
    ['a step that is a text', '{"plan": ["stack"]}', 'schema', 'plan[0]: expected object'],
    [
      'no action',
      '{"plan": [{"object_states": {"a": {"effects": ["on b"]}}}]}',
      'schema',
      'plan[0].action: expected a name',
    ],
    ['no states', '{"plan": [{"action": "cut"}]}', 'schema', 'plan[0].object_states: expected an object'],
    ['no objects', stepWith({}), 'schema', 'plan[0].object_states: expected the states of at least one object'],
    [
      'no effects',
      stepWith({ cup: { preconditions: [] } }),
      'schema',
      'plan[0].object_states.cup.effects: expected a list',
    ],
    ['a state that is a number', stepWith({ cup: { effects: [1] } }), 'schema', 'effects'],
    ['a name in brackets', stepWith({ '[cup]': { effects: ['on table'] } }), 'schema', 'plan[0].object_states'],
    ['a state in brackets', stepWith({ cup: { effects: ['on [table]'] } }), 'schema', 'effects'],
    ['nothing to plan for', stepWith({ cup: { effects: ['empty'] } }), 'schema', 'step 1 has no effect'],
    ['an effect that says nothing', stepWith({ cup: { effects: ['on nothing'] } }), 'schema', 'step 1 has no effect'],
    ['only the table moved', stepWith({ table: { effects: ['on cup'] } }), 'schema', 'step 1 has no effect'],
  ])('refuses: %s', (_, reply, failure, problem) => {
    expect(readPlan(reply, new ParseLog())).toEqual({ ok: false, failure, problem: expect.stringContaining(problem) });
  });

  test('notes where it failed', () => {
    const log = new ParseLog();
    expect(readPlan('Here:\n{"plan": 1}', log).ok).toBe(false);
    expect(log.note('object_level_plan', 0)).toMatchObject({
      discarded: [{ line: 2, kind: 'malformed', text: '{"plan": 1}', reason: 'plan: expected a list of steps' }],
    });
  });

  test('gives a FOON that can be written and read again, or nothing, whatever the names', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'table',
        'a, b',
        '{a}',
        '[a]',
        'a\tb',
        '\ud800',
        'on',
        ' ',
        '.',
        '}',
        ', on table',
      ),
    );
    const state = fc
      .tuple(fc.constantFrom('on ', 'in ', 'under ', 'contains ', ''), word)
      .map((parts) => parts.join(''));
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
