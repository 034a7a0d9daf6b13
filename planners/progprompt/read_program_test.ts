import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { arbitraryText, repeated } from '../testing/arbitrary_text.ts';
import { actionText, conditionText } from './program.ts';
import { readProgram } from './read_program.ts';
import { arbitraryWriting } from './testing/arbitrary_program.ts';

function read(reply: string, assertsMax = 50) {
  const log = new ParseLog();
  const program = readProgram(reply, log, { assertsMax }).map((statement) => {
    if (statement.kind === 'comment') return `# ${statement.text}`;
    if (statement.kind === 'call') return actionText(statement.action);
    return [conditionText(statement.condition), ...statement.orElse.map(actionText)].join(' | ');
  });
  const note = log.note('program', 0);
  if (note.kind !== 'parsed') throw new Error('unreachable');
  const discarded = note.discarded.map(({ line, kind, reason }) => `${line} ${kind}: ${reason}`);
  return { program, discarded, counts: note.discardedCounts };
}

describe('readProgram() reads', () => {
  test('what completes the def of the prompt', () => {
    const reply = `    # 1: take the mug
    find('mug')
    assert('close' to 'mug')
        else: find('mug')
        else: wait()
    grab('mug')
    # 2: done`;
    expect(read(reply)).toEqual({
      program: [
        '# 1: take the mug',
        "move('mug')",
        "'close' to 'mug' | move('mug') | wait()",
        "pickup('mug')",
        '# 2: done',
      ],
      discarded: [],
      counts: {},
    });
  });

  test('a program that repeats the def in a code fence, without the text around it', () => {
    const reply = "Here it is.\n```python\ndef task():\n\tfind('mug')\n```\nfind('mug') finds the mug.\n";
    expect(read(reply)).toMatchObject({
      program: ["move('mug')"],
      discarded: ['1 prose: contains no statement', '6 prose: outside the code'],
    });
  });

  test('one assert in a code fence, and a program in several', () => {
    expect(read("```\nassert(a in hands)\n```\nfind('b')").program).toEqual(["'a' in 'hands'"]);
    const several = "```\nfind('a')\n```\nAnd then:\n```\nfind('b')\n```";
    expect(read(several).program).toEqual(["move('a')", "move('b')"]);
  });

  test('tabs as four spaces', () => {
    const program = ["'a' in 'hands' | wait()", "close('c')"];
    expect(read("\tassert('a' in hands)\n\t\telse:\n            wait()\n    close('c')").program).toEqual(program);
    expect(read("assert('a' in hands)\n\telse:\n     wait()\n    close('c')").program).toEqual(program);
  });
});

const outside = (line: number, what: string) =>
  `${line} not_asked: "${what}": a program contains only calls, asserts and comments`;
const inBlock = (line: number, what: string) => `${line} not_asked: belongs to "${what}"`;
const elseOfNone = (line: number) => `${line} malformed: an else without an assert`;
const ofNoAssert = (line: number) => `${line} not_asked: belongs to no accepted assert`;
const following = (line: number, verb: string) => `${line} malformed: ${verb}: follows a statement on its line`;

describe('readProgram() discards', () => {
  test('everything from a second def on', () => {
    expect(read("find('a')\ndef other():\n  find('b')\nother()")).toMatchObject({
      program: ["move('a')"],
      discarded: [
        '2 not_asked: a second def; only the first counts',
        ...[3, 4].map((line) => `${line} not_asked: follows a second def`),
      ],
    });
  });

  test('control flow with its block', () => {
    expect(read("for x in [1, 2]:\n  find('a')\n    wait()\nif x: find('b')\nx = 1\nfind('c')")).toMatchObject({
      program: ["move('c')"],
      discarded: [outside(1, 'for'), inBlock(2, 'for'), inBlock(3, 'for'), outside(4, 'if'), outside(5, '=')],
    });
  });

  test('an else without an assert, with what belongs to it', () => {
    expect(read("find('a')\nelse:\n  wait()\nfind('b')\nelse: wait()")).toEqual({
      program: ["move('a')", "move('b')"],
      discarded: [elseOfNone(2), ofNoAssert(3), elseOfNone(5), ofNoAssert(5)],
      counts: { malformed: 2, not_asked: 2 },
    });
  });

  test('the elif and else of control flow, with their blocks, as parts of it', () => {
    const reply = [
      ...['if x:', "  find('a')", 'elif y:', '  drink(', '# or', 'else:', '  assert(a in hands)', '    else: drink('],
      ...["find('b')", 'else: wait()'],
    ];
    expect(read(reply.join('\n'))).toEqual({
      program: ['# or', "move('b')"],
      discarded: [
        ...[outside(1, 'if'), inBlock(2, 'if'), outside(3, 'elif')],
        ...[4, 6, 7, 8].map((line) => inBlock(line, 'elif')),
        ...[elseOfNone(10), ofNoAssert(10)],
      ],
      counts: { malformed: 1, not_asked: 8 },
    });
  });

  test.each([
    ['an else beside its statement', "if x: wait()\nelse: wait(); find('a')\n", 2],
    ['the block after an else', "if x: wait()\nelse:\n  find('a')\n", 3],
    ['after a list marker', "- if x: wait()\n- else: find('a')\n", 2],
    ['after a comment in the block', "if x:\n  wait()\n# so\n  wait()\nelse: find('a')\n", 4],
    ['after a line whose indentation was lost', "if x: wait()\n    else: find('a')\n", 2],
    ['several', "for x in y: wait()\nelse: find('a')\nelse:\n  find('a')\n", 4],
    ['a while beside its body', "while x: wait()\nelse: find('a')\n", 2],
    ['a try beside its body', "try: wait()\nelse: find('a')\n", 2],
    ['a finally beside its body', "finally: wait()\nelse: find('a')\n", 2],
    ['of a try', 'try:\n  wait()\nexcept E:\n  wait(\nelse:\n  x\nfinally:\n  else: wait()\n', 8],
  ])('all of control flow: %s', (_, reply, count) => {
    const { program, counts } = read(`${reply}find('b')`);
    expect(program.filter((text) => !text.startsWith('#'))).toEqual(["move('b')"]);
    expect(counts).toEqual({ not_asked: count });
  });

  test('what follows control flow no longer as part of it', () => {
    expect(read("if x: wait()\nSo:\nelse: find('a')").counts).toEqual({ malformed: 1, not_asked: 2, prose: 1 });
    expect(read("if x:\n  wait()\nSo:\n  find('a')").program).toEqual(["move('a')"]);
    expect(read("  if x: wait()\nelse: find('a')").counts).toEqual({ malformed: 1, not_asked: 2 });
    expect(read("return\nelse: find('a')").counts).toEqual({ malformed: 1, not_asked: 2 });
  });

  test.each(['x = 1', 'drink(a)', 'return', 'find('])('an else that "%s" separates from its assert', (line) => {
    const { program, discarded } = read(`assert(a in hands)\n${line}\nelse: wait()`);
    expect(program).toEqual(["'a' in 'hands'"]);
    expect(discarded.slice(1)).toEqual([elseOfNone(3), ofNoAssert(3)]);
  });

  test('prose between an assert and its else alone', () => {
    expect(read('assert(a in hands)\nSo:\n  else: wait()')).toMatchObject({
      program: ["'a' in 'hands' | wait()"],
      counts: { prose: 1 },
    });
  });

  test('what a comment has beyond 2000 characters', () => {
    expect(read(`# ${'a'.repeat(3000)}`).program).toEqual([`# ${'a'.repeat(2000)}`]);
  });

  test('control flow under an else, with its own else, and goes on with the assert', () => {
    const block = 'assert(a in hands)\n  else:\n    if x: y\n    else: open(b)\n    wait()\n  else: close(b)';
    expect(read(block)).toMatchObject({ program: ["'a' in 'hands' | wait() | close('b')"], counts: { not_asked: 2 } });
    const beside = 'assert(a in hands)\n  else: if x:\n      wait()\n  else: close(b)';
    expect(read(beside)).toMatchObject({ program: ["'a' in 'hands' | close('b')"], counts: { not_asked: 2 } });
  });

  test('what follows a statement on its line, but keeps the statement', () => {
    const reply = "assert(a in hands), else: find('a')\n  else: wait() and open(a)\nfind('b') grab('b')";
    expect(read(reply)).toEqual({
      program: ["'a' in 'hands' | wait()", "move('b')"],
      discarded: [following(1, 'find'), following(2, 'open'), following(3, 'grab')],
      counts: { malformed: 3 },
    });
    expect(read("wait()\ndef other(): find('a')").counts).toEqual({ not_asked: 1 });
  });

  test('the else lines of a discarded assert, and what is nested under an else', () => {
    expect(read("assert(x == 1)\n  else: wait()\nfind('a')")).toMatchObject({
      program: ["move('a')"],
      discarded: ['1 malformed: assert: not well-formed', ofNoAssert(2)],
    });
    const nested =
      'assert(a in hands)\n  else:\n    open(b)\n    assert(b is open)\n      else: wait()\n    close(b)\nfind(c)';
    expect(read(nested)).toMatchObject({
      program: ["'a' in 'hands' | open('b')", "move('c')"],
      discarded: ['4 not_asked: an assert under an else', ofNoAssert(5), ofNoAssert(6)],
    });
    expect(read('assert(a in hands)\nelse:\n  wait()\nassert(x == 1)\n  find(c)').program).toEqual([
      "'a' in 'hands' | wait()",
      "move('c')",
    ]);
  });

  test('no block for a line under an else that is wrong', () => {
    expect(read("assert(a in hands)\n  else: drink(b)\n  else:\n    if x: y\n    wait()\nfind('c')")).toMatchObject({
      program: ["'a' in 'hands' | wait()", "move('c')"],
      counts: { not_asked: 1, unknown_function: 1 },
    });
  });

  test('asserts beyond the bound, with their else lines', () => {
    const reply = 'assert(a in hands)\n  else: open(a)\nassert(b in hands)\n  else: open(b)\nwait()';
    expect(read(reply, 1)).toMatchObject({
      program: ["'a' in 'hands' | open('a')", 'wait()'],
      discarded: ['3 too_much: more than 1 asserts', ofNoAssert(4)],
    });
  });

  test('statements beyond 1000', () => {
    const { program, counts } = read('wait()\n'.repeat(1500));
    expect(program).toHaveLength(1000);
    expect(counts).toEqual({ too_much: 500 });
    const elses = read(`assert(a in hands)\n${'  else: wait()\n'.repeat(1500)}`);
    expect(elses.program[0]?.split(' | ')).toHaveLength(1000);
    expect(elses.counts).toEqual({ too_much: 501 });
  });
});

test('readProgram() reads back any program, however it is written', () => {
  fc.assert(
    fc.property(arbitraryWriting, ({ program, text }) => {
      expect(readProgram(text, new ParseLog(), { assertsMax: 50 })).toEqual(program);
    }),
    { numRuns: 3000 },
  );
});

function survive(reply: string): void {
  const program = readProgram(reply, new ParseLog(), { assertsMax: 10 });
  const actions = program.flatMap((statement) => {
    if (statement.kind === 'comment') return [];
    return statement.kind === 'call' ? [statement.action] : statement.orElse;
  });
  expect(program.length).toBeLessThanOrEqual(1000);
  expect(actions.length).toBeLessThanOrEqual(1000);
  expect(program.filter(({ kind }) => kind === 'assert').length).toBeLessThanOrEqual(10);
  for (const { verb, args } of actions) {
    expect(args).toHaveLength(PRIMITIVES.get(verb)?.length ?? -1);
    for (const name of args) expect(name).toMatch(/^[^\n]{1,200}$/s);
  }
}

describe('readProgram() survives', () => {
  const fragments =
    'find¦putin¦wait¦assert¦else¦def¦if¦close¦to¦is¦in¦hands¦a1¦7¦é¦(¦)¦,¦:¦;¦=¦#¦-¦.¦\'¦"¦“¦\\¦```¦\n¦\n\t¦\n    ¦\t¦ ¦\r';

  test('any text', () => {
    fc.assert(fc.property(arbitraryText(fragments), survive), { numRuns: 3000 });
  });

  test('programs cut and spliced', () => {
    const parts = fc.array(fc.tuple(arbitraryWriting, fc.nat(200), fc.nat(200)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.string({ unit: fc.constantFrom(...fragments.split('¦')) }), (parts, between) => {
        survive(parts.map(([{ text }, from, length]) => text.slice(from, from + length)).join(between));
      }),
      { numRuns: 1000 },
    );
  });

  test('deep nesting', () => {
    const levels = Array.from({ length: 1000 }, (_, level) => '\t'.repeat(level));
    for (const text of ['else:', 'if x:', 'assert(a in hands) else:', 'def f():', 'wait()', 'else: wait()']) {
      const lines = levels.map((indent) => indent + text);
      for (const each of [lines, lines.toReversed()]) survive(`assert(a in hands)\n${each.join('\n')}`);
    }
    survive(`${'('.repeat(500_000)}${')'.repeat(500_000)}`);
    survive(`${'find('.repeat(200_000)}${')'.repeat(200_000)}`);
  });

  const more =
    "find(¦find('a')¦find('a');¦assert(¦assert(a¦assert('a'\n¦else:¦else: ¦a ¦else: wait();¦a-¦'\\¦x wait( ¦def a():\n¦if x:\n\t¦wait(¦wait('¦# ¦\0¦\uD800¦😀¦assert('close' to 'a')\n\telse: find('a')\n";

  // Quadratic time would not end within the test's time limit.
  test.each(`${fragments}¦${more}`.split('¦'))('many characters of %j', (part) => {
    for (const many of repeated(part, 100_000)) survive(many);
    const [many = ''] = repeated(part, 20_000);
    for (const reply of [`find('${many}`, `find('${many}')`, `assert(${many})`, `wait() ${many}`, `${many}\nwait()`]) {
      survive(reply);
    }
  });
});
