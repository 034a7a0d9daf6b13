import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { readAction } from './read_action.ts';

/** The action as text, and what was noted. */
function read(reply: string) {
  const log = new ParseLog();
  const action = readAction(reply, log);
  const note = log.note('next_action', action === null ? 0 : 1);
  if (note.kind !== 'parsed') throw new Error('unreachable');
  return {
    action: action === null ? null : `${action.verb}(${action.args.join(', ')})`,
    discarded: note.discarded.map(({ line, kind, reason }) => `${line}: ${kind}: ${reason}`),
  };
}

describe('readAction() reads', () => {
  test.each([
    ['the bare action', 'move(fridge1)'],
    ['the label of the prompt', 'Robot action: move(fridge1)'],
    ['a label in markup', '**Robot action:** `move(fridge1)`'],
    ['quotes', 'move("fridge1")'],
    ['a code fence', '```\nmove(fridge1)\n```'],
    ['a list marker', '1. move(fridge1)'],
    ['commentary behind it', 'move(fridge1) (to look inside)'],
    ['a line break in front', '\n\n move( fridge1 )\r\n'],
  ])('%s', (_, reply) => {
    expect(read(reply)).toEqual({ action: 'move(fridge1)', discarded: [] });
  });

  test('an action with two objects, and one with none', () => {
    expect(read('Robot action: placein(milk1, fridge1)').action).toBe('placein(milk1, fridge1)');
    expect(read('wait()').action).toBe('wait()');
  });

  test('an action below a thought, which may mention others', () => {
    expect(read('I should move(fridge1) before I open it.\nRobot action: move(fridge1)')).toEqual({
      action: 'move(fridge1)',
      discarded: ['1: malformed: move: a call in the middle of a sentence'],
    });
  });
});

describe('readAction() discards', () => {
  test('all but the first action, on other lines or the same, and counts them', () => {
    expect(read('move(fridge1)\nopen(fridge1)\npickup(milk1), close(fridge1)')).toEqual({
      action: 'move(fridge1)',
      discarded: [
        '2: not_asked: open: one action a reply',
        '3: not_asked: pickup: one action a reply',
        '3: not_asked: close: one action a reply',
      ],
    });
    const log = new ParseLog();
    readAction('wait()\n'.repeat(1000), log);
    expect(log.note('next_action', 1)).toMatchObject({ discardedCounts: { not_asked: 999 } });
  });

  test('feedback that the model made up', () => {
    const reply = 'open(fridge1)\nSuccess: True\nScene: in kitchen1\nRobot action: pickup(milk1)';
    expect(read(reply)).toEqual({
      action: 'open(fridge1)',
      discarded: ['2: prose: holds no call', '3: prose: holds no call', '4: not_asked: pickup: one action a reply'],
    });
  });

  test.each([
    ['nothing at all', '', []],
    ['prose', 'The task is done.', ['1: prose: holds no call']],
    ['the word stop', 'stop', ['1: prose: holds no call']],
    ['done()', 'Robot action: done()', [expect.stringMatching('^1: unknown_function: no function is called "done"')]],
    ['an unknown action', 'grab(milk1)', [expect.stringMatching('^1: unknown_function: no function is called "grab"')]],
    ['a malformed call', 'move(fridge1', ['1: malformed: move: the call is not closed']],
    ['a call without its object', 'move()', ['1: argument: move: too few arguments']],
    ['a name beyond bounds', `move(${'x'.repeat(201)})`, [expect.stringMatching('^1: ')]],
  ])('%s, and there is no action', (_, reply, discarded) => {
    expect(read(reply)).toEqual({ action: null, discarded });
  });

  test('a malformed call, and takes the next that is well-formed', () => {
    expect(read('move(\nmove(fridge1)').action).toBe('move(fridge1)');
  });
});

test('readAction() reads the first of any actions', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
  const action = fc
    .constantFrom(...PRIMITIVES)
    .chain(([verb, parameters]) =>
      fc.tuple(...parameters.map(() => name)).map((args) => ({ verb, args: args as string[] })),
    );
  const label = fc.constantFrom('', 'Robot action: ', '- ', '**Robot action:** ');
  fc.assert(
    fc.property(fc.array(fc.tuple(label, action), { minLength: 1 }), (lines) => {
      const reply = lines.map(([label, { verb, args }]) => `${label}${verb}(${args.join(', ')})`).join('\n');
      expect(readAction(reply, new ParseLog())).toEqual(lines[0]?.[1]);
    }),
  );
});
