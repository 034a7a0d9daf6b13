import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { readPlan } from './read_plan.ts';

/** The plan as text, and what was noted. */
function read(reply: string) {
  const log = new ParseLog();
  const plan = readPlan(reply, log).map(({ verb, args }) => `${verb}(${args.join(', ')})`);
  const note = log.note('policy', plan.length);
  if (note.kind !== 'parsed') throw new Error('unreachable');
  return { plan, discarded: note.discarded.map(({ line, reason }) => `${line}: ${reason}`), remarks: note.remarks };
}

describe('readPlan() reads', () => {
  test('a numbered plan under its heading, without the commentary (Listing 5)', () => {
    const reply = `Low-level Action Plan:
1. move(lightswitch3) (assuming there is a lightswitch3 in the kitchen)
2. switchoff(lightswitch3)
3. placein(cup1, cupboard1) (example only)
4. wait()`;
    expect(read(reply)).toEqual({
      plan: ['move(lightswitch3)', 'switchoff(lightswitch3)', 'placein(cup1, cupboard1)', 'wait()'],
      discarded: [],
      remarks: [],
    });
  });

  test.each([
    ['no numbers', 'move(a)\nopen(b)'],
    ['other list markers', '1) move(a)\n- open(b)'],
    ['markup', '**1. move(a)**\n* `open(b)`'],
    ['a code fence', '```python\nmove(a)\nopen(b)\n```'],
    ['quotes', 'move("a")\nopen(\'b\')'],
    ['typographic quotes', 'move(“a”)\nopen(‘b’)'],
    ['spaces', '  1 .  move ( a )\r\n\t2. open( "b" )\r\n'],
    ['labels', 'Step 1: move(a)\nAction 2. open(b)'],
    ['one line', '1. move(a), open(b)'],
    ['one line with words', 'Plan: move(a); and then open(b).'],
    ['a list of strings', '["move(a)", "open(b)"]'],
    ['commentary with calls in it', '1. move(a) # then close(c)\n2. open(b) (or close(b))'],
  ])('%s', (_, reply) => {
    expect(read(reply)).toEqual({ plan: ['move(a)', 'open(b)'], discarded: [], remarks: [] });
  });

  test('names that a house may have: apostrophes, spaces, and words that JavaScript knows', () => {
    expect(
      read(`move("Tom's mug")\nmove('Tom\\'s mug')\nmove(coffee table)\nopen(__proto__)\nopen(constructor)`),
    ).toEqual({
      plan: ["move(Tom's mug)", "move(Tom's mug)", 'move(coffee table)', 'open(__proto__)', 'open(constructor)'],
      discarded: [],
      remarks: [],
    });
  });

  test('a plan that is too long, with a remark', () => {
    const { plan, remarks } = read('wait()\n'.repeat(20));
    expect(plan).toHaveLength(20);
    expect(remarks).toEqual(['the plan has 20 steps; the prompt asks for less than 20']);
    expect(read('wait()\n'.repeat(19)).remarks).toEqual([]);
  });
});

describe('readPlan() discards', () => {
  const known = 'known: move, pickup, placein, placeon, open, close, switchon, switchoff, wait';
  test.each([
    ['prose', 'I am done.', 'holds no call'],
    ['a verb without parentheses', '1. wait', 'holds no call'],
    ['an unknown verb', '1. grab(cup1)', `no function is called "grab"; ${known}`],
    ['a verb in capitals', '1. Move(cup1)', `no function is called "Move"; ${known}`],
    ['a verb that ends like a known one', 'remove(cup1)', `no function is called "remove"; ${known}`],
    ['a call within a sentence', 'I would move(cup1) now', 'move: a call in the middle of a sentence'],
    ['too many arguments', 'move(a, b)', 'move: too many arguments; takes 1'],
    ['too few arguments', 'placein(a)', 'placein: too few arguments; takes 2'],
    ['no argument', 'move()', 'move: too few arguments'],
    ['an argument where none belongs', 'wait(5)', 'wait: takes no argument'],
    ['an argument with parentheses', 'move(a (b))', 'move: not a well-formed call'],
    ['a named argument', 'move(o=a)', 'move: not a well-formed call'],
    ['a call that is not closed', 'move(a', 'move: the call is not closed'],
    ['a string that is not closed', 'move("a)', 'move: a string is not closed'],
    ['a string that runs into the next', 'move("a), move("b")', 'move: a string is not closed'],
    ['code', 'move(__import__("os"))', 'move: not a well-formed call'],
  ])('%s', (_, reply, reason) => {
    expect(read(`wait()\n${reply}\nwait()`)).toEqual({
      plan: ['wait()', 'wait()'],
      discarded: [`2: ${reason}`],
      remarks: [],
    });
  });
});

test('readPlan() takes 1000 actions, and discards what is too much', () => {
  const log = new ParseLog();
  expect(readPlan('wait()\n'.repeat(1500), log)).toHaveLength(1000);
  const note = log.note('policy', 1000);
  expect(note).toMatchObject({ discardedCounts: { too_much: 500 }, remarks: [expect.stringContaining('1500 steps')] });
  expect(note).toHaveProperty('discarded.0', {
    line: 1001,
    kind: 'too_much',
    text: 'wait()',
    reason: 'wait: more than 1000 actions',
  });
});

test('readPlan() reads every well-formed plan, however it is dressed up', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
  const action = fc
    .constantFrom(...PRIMITIVES)
    .chain(([verb, parameters]) =>
      fc.tuple(...parameters.map(() => name)).map((args) => ({ verb, args: args as string[] })),
    );
  const dress = fc.record({
    marker: fc.constantFrom('', '1. ', '12) ', '- ', '* ', 'Step 3: ', '> ', '**', '\t'),
    quote: fc.constantFrom('', '"', "'", '”', '’'),
    comma: fc.constantFrom(',', ', ', ' ,'),
    after: fc.constantFrom('', ' (why not)', ' # why', '.', '**', ' – why', '\r'),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(action, dress)), (lines) => {
      const reply = lines.map(([{ verb, args }, { marker, quote, comma, after }]) => {
        return `${marker}${verb}(${args.map((arg) => quote + arg + quote).join(comma)})${after}`;
      });
      expect(readPlan(reply.join('\n'), new ParseLog())).toEqual(lines.map(([plain]) => plain));
    }),
  );
});
