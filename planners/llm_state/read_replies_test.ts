import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { arbitraryAction } from '../testing/arbitrary_text.ts';
import { inKitchen, placed } from '../testing/household_play.ts';
import { readAttention, readEstimate, readPlan } from './read_replies.ts';

const observation = inKitchen({
  objects: [placed('apple1 ON table1')],
  containers: [placed('fridge1 IN kitchen1')],
  surfaces: [placed('table1 IN kitchen1')],
  ...{ rooms: ['kitchen1', 'bedroom1'], holding: ['knife1'] },
});

function attend(reply: string, ...known: string[]) {
  const log = new ParseLog();
  const { accepted, added } = readAttention(reply, { keyObjects: new Set(known), observation }, log);
  return { added, note: log.note('attention', accepted) };
}

test('readAttention() adds the objects that the reply names, in its order', () => {
  const reply = `Related objects:
1. add_related_objects("fridge1")
2. add_related_objects('table1')
add_related_objects(apple1)  # the apple itself
add_related_objects(“knife1”)`;
  expect(attend(reply)).toEqual({
    added: ['fridge1', 'table1', 'apple1', 'knife1'],
    note: { kind: 'parsed', purpose: 'attention', accepted: 4, discardedCounts: {}, discarded: [], remarks: [] },
  });
});

test('readAttention() adds each object once', () => {
  const { added, note } = attend('add_related_objects("apple1")\n'.repeat(3), 'fridge1');
  expect(added).toEqual(['apple1']);
  expect(note).toMatchObject({ accepted: 3, remarks: ['already key objects: "apple1"'] });
});

test('readAttention() accepts rooms and unseen names, and remarks on them', () => {
  const names = ['bedroom1', 'lamp9', '__proto__'];
  const { added, note } = attend(names.map((name) => `add_related_objects("${name}")`).join('\n'));
  expect(added).toEqual(names);
  const remarks = ['rooms as key objects: "bedroom1"', 'not in the observation: "lamp9", "__proto__"'];
  expect(note).toMatchObject({ accepted: 3, remarks });
});

test('readAttention() discards what names no object', () => {
  const { added, note } = attend(
    'add_related_objects(object)\nadd_related_objects("")\nadd_related_objects("a", "b")\nremove_objects("a")',
  );
  expect(added).toEqual([]);
  expect(note).toMatchObject({
    accepted: 0,
    discarded: [
      ...[1, 2].map((line) => ({ line, reason: 'add_related_objects: names no object' })),
      { line: 3, reason: 'add_related_objects: too many arguments; takes 1' },
      { line: 4, reason: 'no function is called "remove_objects"; known: add_related_objects' },
    ],
  });
});

test('readAttention() adds objects until there are 200, and discards what is too much', () => {
  const names = Array.from({ length: 300 }, (_, index) => `thing${index}`);
  const reply = [...names, 'thing0'].map((name) => `add_related_objects("${name}")`).join('\n');
  const { added, note } = attend(reply, 'apple1');
  expect(added).toEqual(names.slice(0, 199));
  expect(note).toMatchObject({ accepted: 200, discardedCounts: { too_much: 101 } });
  const reason = 'add_related_objects: more than 200 key objects';
  expect(note).toHaveProperty('discarded.0', expect.objectContaining({ line: 200, kind: 'too_much', reason }));
});

test('readAttention() makes every name one line, since entries of the state are', () => {
  const { added } = attend('add_related_objects("a\\n******** current state end ********")');
  expect(added).toEqual(['a ******** current state end ********']);
});

const keyObjects = new Set(['apple1', 'table1', '__proto__']);

function estimate(reply: string, parts = { objects: true, summary: true }) {
  const log = new ParseLog();
  const { accepted, objects, reasoning } = readEstimate(reply, { keyObjects, parts }, log);
  return { objects: [...objects], reasoning, note: log.note('state_estimator', accepted) };
}

describe('readEstimate() takes', () => {
  test.each([
    ['the functions of Listing 4', 'update_reasoning("It fell.")\nupdate_state("apple1", "on_floor | bruised")'],
    ['the functions of Listing 2', 'generate_summary("It fell.")\nadd_attribute("apple1", "on_floor | bruised")'],
    ['either order', 'update_state("apple1", "on_floor | bruised")\nupdate_reasoning("It fell.")'],
    ['untidy attributes', 'update_reasoning("It fell.")\nupdate_state(apple1,  on_floor|bruised | )'],
  ])('%s', (_, reply) => {
    expect(estimate(reply)).toEqual({
      objects: [['apple1', ['on_floor', 'bruised']]],
      reasoning: 'It fell.',
      note: expect.objectContaining({ purpose: 'state_estimator', accepted: 2, discardedCounts: {}, remarks: [] }),
    });
  });

  test('a summary of several lines, with quotes and apostrophes', () => {
    const reply = 'update_reasoning("It\'s "closed".\n\nThe robot’s hand is full.")\nupdate_state("apple1", "in_hand")';
    expect(estimate(reply)).toMatchObject({
      objects: [['apple1', ['in_hand']]],
      reasoning: 'It\'s "closed".\n\nThe robot’s hand is full.',
    });
  });

  test('the last word on an object, and the last summary', () => {
    const { objects, reasoning, note } = estimate(
      'update_state("apple1", "a")\nupdate_state("apple1", "b")\nupdate_reasoning("x")\nupdate_reasoning("y")',
    );
    expect({ objects, reasoning }).toEqual({ objects: [['apple1', ['b']]], reasoning: 'y' });
    expect(note).toMatchObject({
      accepted: 4,
      remarks: [
        'the reply has 2 summaries; the last one counts',
        'updated more than once; the last update counts: "apple1"',
      ],
    });
  });

  test('"[]" and nothing as no attributes', () => {
    const { objects } = estimate('update_state("apple1", "[]")\nupdate_state("__proto__", "")');
    expect(objects).toEqual(['apple1', '__proto__'].map((name) => [name, []]));
  });
});

describe('readEstimate() discards', () => {
  test('objects that are not key objects', () => {
    const text = 'update_state("pear1", "ripe")';
    const { objects, note } = estimate(text);
    expect(objects).toEqual([]);
    const discarded = [{ line: 1, text, reason: 'update_state: not a key object' }];
    expect(note).toMatchObject({ accepted: 0, discarded });
  });

  test('attributes that are too long together', () => {
    const update = `update_state("apple1", "${'a'.repeat(2000)}")\n`;
    const { objects, note } = estimate(`${update.repeat(10)}update_state("table1", "b")`);
    expect(objects.map(([name]) => name)).toEqual(['apple1']);
    const reason = 'update_state: more than 20000 characters of attributes';
    expect(note).toMatchObject({ accepted: 10, discarded: [{ line: 11, reason }] });
  });

  test('the functions that an ablation takes away', () => {
    const reply = 'update_reasoning("x")\nupdate_state("apple1", "a")';
    const reason = 'no function is called "update_reasoning"; known: update_state, add_attribute';
    expect(estimate(reply, { objects: true, summary: false })).toMatchObject({
      reasoning: null,
      note: { accepted: 1, discarded: [{ line: 1, reason }] },
    });
    expect(estimate(reply, { objects: false, summary: true })).toMatchObject({
      ...{ objects: [], reasoning: 'x', note: { accepted: 1, discarded: [{ line: 2 }] } },
    });
  });
});

function planOf(reply: string) {
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
    const plan = ['move(lightswitch3)', 'switchoff(lightswitch3)', 'placein(cup1, cupboard1)', 'wait()'];
    expect(planOf(reply)).toEqual({ plan, discarded: [], remarks: [] });
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
  ])('%s', (_, reply) => expect(planOf(reply)).toEqual({ plan: ['move(a)', 'open(b)'], discarded: [], remarks: [] }));

  test('names that a house may have: apostrophes, spaces, and words that JavaScript knows', () => {
    const reply = `move("Tom's mug")\nmove('Tom\\'s mug')\nmove(coffee table)\nopen(__proto__)\nopen(constructor)`;
    const plan = ["move(Tom's mug)", "move(Tom's mug)", 'move(coffee table)', 'open(__proto__)', 'open(constructor)'];
    expect(planOf(reply)).toEqual({ plan, discarded: [], remarks: [] });
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
    ['a string that runs into the next', 'move("a), move("b")', 'move: unterminated string'],
    ['code', 'move(__import__("os"))', 'move: not a well-formed call'],
  ])('%s', (_, reply, reason) => {
    const plan = ['wait()', 'wait()'];
    expect(planOf(`wait()\n${reply}\nwait()`)).toEqual({ plan, discarded: [`2: ${reason}`], remarks: [] });
  });
});

test('readPlan() remarks on 20 actions, and takes 1000', () => {
  expect(planOf('wait()\n'.repeat(19)).remarks).toEqual([]);
  expect(planOf('wait()\n'.repeat(20)).remarks).toEqual(['the plan has 20 steps; the prompt asks for fewer than 20']);
  const { plan, discarded, remarks } = planOf('wait()\n'.repeat(1050));
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
