import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { arbitraryAction } from '../testing/arbitrary_text.ts';
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
    ['markup', '**1. move(a)**\n* `open(b)`'],
    ['a code fence', '```python\nmove(a)\nopen(b)\n```'],
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
    ['too few arguments', 'placein(a)', 'placein: too few arguments; takes 2'],
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

test('readPlan() remarks on 20 actions, and takes 1000', () => {
  expect(read('wait()\n'.repeat(19)).remarks).toEqual([]);
  expect(read('wait()\n'.repeat(20)).remarks).toEqual(['the plan has 20 steps; the prompt asks for less than 20']);
  const { plan, discarded, remarks } = read('wait()\n'.repeat(1050));
  expect(plan).toHaveLength(1000);
  expect(discarded).toHaveLength(50);
  expect(discarded[0]).toBe('1001: wait: more than 1000 actions');
  expect(remarks).toEqual([expect.stringContaining('1050 steps')]);
});

test('readPlan() reads every well-formed plan, however it is dressed up', () => {
  const action = arbitraryAction(fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/));
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
