import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { arbitraryText } from '../testing/arbitrary_text.ts';
import { readList, readPrototype, readSketch } from './read_sketch.ts';

const read = (reply: string) => readSketch(reply, new ParseLog()).value;

describe('readSketch() finds the steps', () => {
  const [X, Y] = ['Place B on A.', 'Place C on B.'];
  test.each([
    `Step 1: ${X}\nStep 2: ${Y}`,
    `### Step 1: ${X}\nA holds it.\n\n### Step 2: ${Y}\nB holds it.`,
    `Sure:\n\`\`\`\n1. ${X}\n2. ${Y}\n\`\`\``,
    `1.\n${X}\n2.\n${Y}`,
    `1. ${X}\n1. ${Y}`,
    `Three blocks make 1 tower. A is first.\n\n1. ${X}\n2. ${Y}`,
    `1. ${X}\n2. ${Y}\n\nThis is concise: it takes 2 steps.`,
    `1. ${X}\n\nA is the base.\n\n2. ${Y}\n\nC is the top.`,
    `1. ${X}\n2. ${Y}\n\nIn detail\n\n1. A is free.\n2. B is.`,
    `## Reasoning\n1. A is free.\n2. B is.\n\n## Plan\n1. ${X}\n2. ${Y}`,
    `First:\n1. A is free.\n2. B is.\n\nThe plan:\n\n1. ${X}\n2. ${Y}`,
    `1. ${X}\n**Why:**\n- A is free.\n2. ${Y}\n**Why:**\n- It is last.`,
    `Plan:\n1. ${Y}\n\nFinal plan:\n1. ${X}\n2. ${Y}`,
  ])('%j', (reply) => expect(read(reply).map(({ action }) => action)).toEqual([X, Y]));

  test('none in prose, in sub-numbers, and in nothing', () => {
    const log = new ParseLog();
    expect(readSketch('B goes on A, in 2. steps.\n1.1 It holds.', log)).toEqual({ ok: true, value: [], accepted: 0 });
    expect(log.note('plan_sketch', 0)).toMatchObject({ remarks: ['the sketch has no numbered steps'] });
    expect(read('')).toEqual([]);
  });
});

describe('readSketch() finds the reason', () => {
  test.each([
    '1. Place B on A — A is free.',
    '1. **Place B on A** - A is free.',
    '1. Place B on A (Reason: A is free.',
    '1. Place B on A\nA is free.',
    '1. Place B on A\n   - A is free.',
    '1. Place B on A\n   **Reason**: A is free.',
    '1. Place B on A\n\nJustification: A is free.',
    '1. Place B on A\n\n   A is free.',
  ])('%j', (reply) => expect(read(reply)).toEqual([{ action: 'Place B on A', reason: 'A is free.' }]));

  test('with its conjunction, and of several lines as one', () => {
    const [because] = read('1. Place B on A, because A is free.');
    expect(because).toEqual({ action: 'Place B on A', reason: 'because A is free.' });
    const [several] = read('1. Place B on A.\n   - A is free.\n   - B is, too.\n\nAll is done.');
    expect(several).toEqual({ action: 'Place B on A.', reason: 'A is free. B is, too.' });
  });
});

describe('readSketch()', () => {
  test('finds the steps whatever stands between and below them', () => {
    const word = fc.constantFrom('block', 'A', 'is free', 'below', '42', 'plan', '*', '#', '(', '—', ':');
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => `it ${parts.join(' ')} too`);
    const action = fc.array(fc.constantFrom('Place', 'Pour', 'B', 'C', 'onto', 'block'), { minLength: 1 });
    const step = fc.record({
      action: action.map((parts) => parts.join(' ')),
      reasons: fc.array(words, { maxLength: 3 }),
    });
    const style = fc.record({
      mark: fc.constantFrom('N.', 'N)', '**Step N:**'),
      bold: fc.constantFrom('', '**'),
      nested: fc.constantFrom('   - ', '\t', '   ', '     1. '),
      gap: fc.constantFrom('\n', '\r\n', '\n\n'),
      before: fc.constantFrom('', 'This is why I think so.\n\n', '# Plan\n'),
      after: fc.constantFrom('', '\n\nThis is all.', '\n\n## Justification\n1. One.\n2. Two.'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), style, (steps, style) => {
        const { mark, bold, nested, gap, before, after } = style;
        const lines = steps.flatMap(({ action, reasons }, index) => [
          `${mark.replace('N', String(index + 1))} ${bold}${action}${bold}`,
          ...reasons.map((reason) => `${nested}${reason}`),
        ]);
        const found = read(`${before}${lines.join(gap)}${after}`);
        expect(found.map(({ action }) => action)).toEqual(steps.map(({ action }) => action));
        expect(found.map(({ reason }) => reason !== '')).toEqual(steps.map(({ reasons }) => reasons.length > 0));
      }),
    );
  });

  test('survives any text, within its bounds', () => {
    const text = arbitraryText('1. ¦2) ¦\n¦\n\n¦   ¦\t¦- ¦**¦## ¦Plan:¦Why:¦ because ¦ — ¦\u2028¦```¦ab c');
    fc.assert(
      fc.property(text, (reply) => {
        const { value, accepted } = readSketch(reply, new ParseLog());
        expect(accepted).toBe(value.length);
        for (const { action, reason } of value) {
          expect(action.trim()).not.toBe('');
          expect(reason.length).toBeLessThanOrEqual(2000);
        }
      }),
    );
  });

  test('has bounds', () => {
    const log = new ParseLog();
    const { value } = readSketch(`1. ${'x'.repeat(1000)}\n${'y\n'.repeat(5000)}${'2. z\n'.repeat(300)}`, log);
    expect(value).toHaveLength(200);
    expect(value[0]).toEqual({ action: 'x'.repeat(500), reason: `${'y '.repeat(999)}y` });
    const remarks = ['the sketch has 301 steps: only the first 200 count'];
    expect(log.note('plan_sketch', 200)).toMatchObject({ remarks });
  });
});

test('readList() takes numbered and marked lines, and discards the rest', () => {
  const log = new ParseLog();
  const reply = 'Sure:\n```\n1. Pick it.\n 2) Place it.\r\n- cup\n* tray\n• pan\n**Step 3:** Stir.\n\nDone.\n```';
  const value = ['Pick it.', 'Place it.', 'cup', 'tray', 'pan', 'Stir.'];
  expect(readList(reply, log)).toEqual({ ok: true, value, accepted: 6 });
  const discarded = Object.entries({ 1: 'Sure:', 10: 'Done.' }).map(([line, text]) => ({ line: Number(line), text }));
  expect(log.note('plan_sketch', 6)).toMatchObject({ discardedCounts: { prose: 2 }, discarded });
});

test('readList() has bounds', () => {
  const log = new ParseLog();
  expect(readList(`- ${'x'.repeat(501)}\n${'- cup\n'.repeat(300)}`, log).accepted).toBe(200);
  expect(log.note('used_objects', 200)).toMatchObject({ discardedCounts: { too_much: 101 } });
});

test.each([
  ...['Prototype #2', '**Prototype #2** is the closest.', 'The closest is prototype 2, since it stacks.', '2'],
  ...['PROTOTYPE: #2.', 'Prototype no. 2', 'Prototype #2, not Prototype #1', '"#2."'],
])('readPrototype() reads %s', (reply) => {
  expect(readPrototype(reply, 3, new ParseLog())).toEqual({ ok: true, value: 2, accepted: 1 });
});

test.each([
  ['None of them.', 'malformed', 'names no prototype'],
  ['', 'malformed', 'names no prototype'],
  ['There are 2 of them', 'malformed', 'names no prototype'],
  ['Prototype #4', 'argument', 'there is no prototype #4'],
  ['Prototype #0', 'argument', 'there is no prototype #0'],
])('readPrototype() takes the nearest for %j', (reply, kind, reason) => {
  const log = new ParseLog();
  expect(readPrototype(reply, 3, log)).toEqual({ ok: true, value: 1, accepted: 0 });
  const remarks = ['the nearest prototype is used'];
  expect(log.note('prototype', 0)).toMatchObject({ discarded: [{ kind, reason }], remarks });
});

test('readPrototype() remarks on a second choice', () => {
  const log = new ParseLog();
  readPrototype('Prototype #2 or Prototype #3', 3, log);
  const remarks = ['several prototypes are named: the first one counts'];
  expect(log.note('prototype', 1)).toMatchObject({ remarks });
});
