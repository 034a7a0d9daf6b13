import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import { arbitraryText, repeated } from '../testing/arbitrary_text.ts';
import { readProgram } from './read_program.ts';
import { arbitraryWriting } from './testing/arbitrary_program.ts';

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
