/** The reader of programs on anything: reading back what was written, and work that is linear in the reply. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from '../parse_log.ts';
import { PRIMITIVES } from '../read_calls.ts';
import type { Program } from './program.ts';
import { readProgram } from './read_program.ts';
import { arbitraryWriting } from './testing/arbitrary_program.ts';
import { charactersLookedAt } from './testing/characters_looked_at.ts';

test('readProgram() reads back any program, however it is written', () => {
  fc.assert(
    fc.property(arbitraryWriting, ({ program, text }) => {
      expect(readProgram(text, new ParseLog(), { assertsMax: 50 })).toEqual(program);
    }),
    { numRuns: 3000 },
  );
});

/** Reads, holds the program to its bounds and the work to what is linear. */
function survive(reply: string): void {
  let program: Program = [];
  const characters = charactersLookedAt(() => {
    program = readProgram(reply, new ParseLog(), { assertsMax: 10 });
  });
  expect(characters).toBeLessThanOrEqual(4 * reply.length + 4);
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

describe('readProgram() survives, with work linear in the reply:', () => {
  const fragments = [
    ...['find', 'putin', 'wait', 'assert', 'else', 'def', 'if', 'close', 'to', 'is', 'in', 'hands', 'a1', '7', 'é'],
    ...[
      '(',
      ')',
      ',',
      ':',
      ';',
      '=',
      '#',
      '-',
      '.',
      "'",
      '"',
      '“',
      '\\',
      '```',
      '\n',
      '\n\t',
      '\n    ',
      '\t',
      ' ',
      '\r',
    ],
  ];

  test('any text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...fragments) }));
    fc.assert(fc.property(text, survive), { numRuns: 3000 });
  });

  test('programs cut and spliced', () => {
    const parts = fc.array(fc.tuple(arbitraryWriting, fc.nat(200), fc.nat(200)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.string({ unit: fc.constantFrom(...fragments) }), (parts, between) => {
        survive(parts.map(([{ text }, from, length]) => text.slice(from, from + length)).join(between));
      }),
      { numRuns: 1000 },
    );
  });

  test('deep nesting', () => {
    const levels = Array.from({ length: 1000 }, (_, level) => '\t'.repeat(level));
    for (const text of ['else:', 'if x:', 'assert(a in hands) else:', 'def f():', 'wait()', 'else: wait()']) {
      survive(`assert(a in hands)\n${levels.map((indent) => indent + text).join('\n')}`);
      survive(
        `assert(a in hands)\n${levels
          .map((indent) => indent + text)
          .reverse()
          .join('\n')}`,
      );
    }
    survive(`${'('.repeat(500_000)}${')'.repeat(500_000)}`);
    survive(`${'find('.repeat(200_000)}${')'.repeat(200_000)}`);
  });

  test.each([
    ...[
      ...fragments,
      'find(',
      "find('a')",
      "find('a');",
      'assert(',
      'assert(a',
      "assert('a'\n",
      'else:',
      'else: ',
      'a ',
    ],
    ...[
      'else: wait();',
      'a-',
      "'\\",
      'x wait( ',
      'def a():\n',
      'if x:\n\t',
      'wait(',
      "wait('",
      '# ',
      '\0',
      '\uD800',
      '😀',
    ],
    "assert('close' to 'a')\n\telse: find('a')\n",
  ])('a hundred thousand characters of %j', (part) => {
    // The work is counted, so that this shows as much as a megabyte would.
    survive(part.repeat(Math.ceil(100_000 / part.length)));
    const many = part.repeat(Math.ceil(20_000 / part.length));
    survive(`find('${many}`);
    survive(`find('${many}')`);
    survive(`assert(${many})`);
    survive(`wait() ${many}`);
    survive(`${many}\nwait()`);
  });
});
