import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseLog } from './parse_log.ts';
import { readCalls, type Vocabulary } from './read_calls.ts';
import { arbitraryText, repeated } from './testing/arbitrary_text.ts';

const VOCABULARY: Vocabulary = new Map([
  ['note', ['text']],
  ['set', ['line', 'line']],
  ['stop', []],
]);

/** The calls as `line: name [args]`, and the lines that were discarded. */
function read(text: string) {
  const log = new ParseLog();
  const found = readCalls(text, VOCABULARY, log);
  const calls = found.map(({ name, args, line }) => `${line}: ${name} ${JSON.stringify(args)}`);
  const note = log.note('test', calls.length);
  if (note.kind !== 'parsed') throw new Error('unreachable');
  return { calls, discarded: note.discarded.map(({ line }) => line) };
}

describe('readCalls() finds', () => {
  test('calls with their lines; layout is nothing to complain about', () => {
    expect(read('Here you are:\n\n```\nset("a", "b")\n\nstop()\n```\n')).toEqual({
      calls: ['4: set ["a","b"]', '6: stop []'],
      discarded: [],
    });
  });

  test('calls over several lines, and goes on counting', () => {
    expect(read('note("one\ntwo")\nset(\n  "a",\n  "b"\n)\nno\nstop()')).toEqual({
      calls: ['1: note ["one\\ntwo"]', '3: set ["a","b"]', '8: stop []'],
      discarded: [7],
    });
  });

  test('the calls below a string that is never closed', () => {
    expect(read('note("oh\nno\nset("a", "b")')).toEqual({ calls: ['3: set ["a","b"]'], discarded: [1, 2] });
  });

  test('several calls on a line, up to what is commentary', () => {
    const { calls, discarded } = read('1. stop(), stop() and then stop(): stop()');
    expect([calls, discarded]).toEqual([Array(3).fill('1: stop []'), []]);
  });

  test('no call within a sentence, unless a label announces it', () => {
    expect(read('One could stop().\nTherefore: stop()\n(3) stop()\nx.stop()')).toEqual({
      calls: ['2: stop []', '3: stop []'],
      discarded: [1, 4],
    });
  });
});

test('readCalls() discards a call with an argument that is too long, and reads on', () => {
  const log = new ParseLog();
  const [name, line, text] = ['a'.repeat(201), 'b'.repeat(2001), 'c\n'.repeat(10_001)];
  const vocabulary: Vocabulary = new Map([...VOCABULARY, ['set', ['name', 'line']]]);
  const reply = `set("${name}", "b"), stop()\nset("a", "${line}")\nnote("${text}")\nstop()`;
  const calls = readCalls(reply, vocabulary, log);
  expect(calls.map(({ name, line }) => `${line}: ${name}`)).toEqual(['1: stop', '10005: stop']);
  expect(log.note('test', 2)).toMatchObject({
    discardedCounts: { too_much: 3 },
    discarded: [
      { line: 1, reason: 'set: a name has more than 200 characters' },
      { line: 2, reason: 'set: a line has more than 2000 characters' },
      { line: 3, reason: 'note: a text has more than 20000 characters' },
    ],
  });
  const longest = `set("${name.slice(1)}", "${line.slice(1)}")\nnote("${'c'.repeat(20_000)}")`;
  expect(readCalls(longest, vocabulary, new ParseLog())).toHaveLength(2);
});

// Each would take minutes if time were not linear in the text.
test.each(
  'set(¦set(\n¦set("¦set("\n¦set("a",¦note("¦note("\n¦note("a") ¦note("a") x ¦note("a"), ¦note("a")- ¦note("\\") ¦x stop() ¦" ¦")¦"\t¦) ¦"¦\'¦(¦)¦,¦, ¦\t¦ \t¦\\¦\\"¦:¦a¦a(¦é¦ ¦\n¦1. '.split(
    '¦',
  ),
)('readCalls() survives megabytes of %j', (part) => {
  const [many = ''] = repeated(part, 500_000);
  for (const text of [
    ...[many, `note("${many}`, `stop(${many}`, `set(a${many}`, `${many}stop()`, `stop()${many}stop()`],
    ...[`note("a")${many}é`, `note("a"${many})é`, `note("a${many}")é`, `note(${many}"a")é`, `${many}note("a")é`],
    `note("a")${many}note("b")${many}é`,
  ]) {
    const calls = readCalls(text, VOCABULARY, new ParseLog());
    expect(calls.every(({ name, args }) => args.length === VOCABULARY.get(name)?.length)).toBe(true);
  }
});

test('readCalls() takes no more than what is there, of any text', () => {
  const fragments = 'note¦set¦stop¦(¦)¦"¦\'¦“¦”¦,¦\\¦\n¦```¦:¦a¦ ¦"""¦#';
  fc.assert(
    fc.property(arbitraryText(fragments), (text) => {
      const lines = text.split('\n').length;
      for (const { name, args, line } of readCalls(text, VOCABULARY, new ParseLog())) {
        expect(args).toHaveLength(VOCABULARY.get(name)?.length ?? -1);
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(lines);
      }
    }),
    { numRuns: 2000 },
  );
});
