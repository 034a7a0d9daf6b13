import { expect, test } from 'vitest';
import { type Parameter, readArguments } from './read_arguments.ts';

/** The arguments of `f(…)`, or the problem. */
function read(call: string, ...parameters: Parameter[]) {
  const result = readArguments(call, 'f('.length, parameters);
  return result.ok ? result.args : result.problem;
}

test.each(["f('a')", 'f(a)', 'f( "a" )', 'f(“a”)', 'f(’a’)', 'f(`a`)', 'f("""a""")'])(
  'readArguments() reads a in %s',
  (call) => expect(read(call, 'line')).toEqual(['a']),
);

test.each<readonly [string, string]>([
  ['f("a b")', 'a b'],
  ...['f("it\'s")', "f('it's')", "f('it\\'s')"].map((call) => [call, "it's"] as const),
  ['f("say \\"hi\\"")', 'say "hi"'],
  ['f(\'say "hi"\')', 'say "hi"'],
  ['f("say “hi”")', 'say “hi”'],
  ['f("a\\\\")', 'a\\'],
  ['f("a, b) c")', 'a, b) c'],
  ['f("on | in")', 'on | in'],
  ['f(on | in)', 'on | in'],
  ['f("")', ''],
])('readArguments() reads a line %s', (call, value) => expect(read(call, 'line')).toEqual([value]));

test.each<readonly [string, string]>([
  ...['f("one\ntwo")', 'f("one\\ntwo")'].map((call) => [call, 'one\ntwo'] as const),
  ['f("the "big" one, said "he"")', 'the "big" one, said "he"'],
  ["f('it's 'closed'.')", "it's 'closed'."],
  ['f("It failed (the door is "closed").")', 'It failed (the door is "closed").'],
  ['f("It is (maybe "closed"), so (now "open")")', 'It is (maybe "closed"), so (now "open")'],
  ...['f("one") # not ("two")', 'f("one"), f("two")', 'f("one"); f("two")', 'f("one") g("two")'].map(
    (call) => [call, 'one'] as const,
  ),
  ...['f("one") – so much for ("two") today', 'f("""\n  one\n""")'].map((call) => [call, 'one'] as const),
  ['f(no quotes, at all)', 'no quotes, at all'],
  ['f("")', ''],
])('readArguments() reads a text %j', (call, value) => expect(read(call, 'text')).toEqual([value]));

test.each<[string, Parameter[], string]>([
  ['f()', ['line'], 'too few arguments'],
  ['f(a)', ['line', 'line'], 'too few arguments; takes 2'],
  ['f(a, b)', ['line'], 'too many arguments; takes 1'],
  ['f("a", "b", "c")', ['line', 'line'], 'too many arguments; takes 2'],
  ['f(a', ['line'], 'the call is not closed'],
  ['f("a', ['line'], 'unterminated string'],
  ['f("a\nb")', ['line'], 'unterminated string'],
  ['f("a, b("c")', ['line'], 'unterminated string'],
  ['f(["a"])', ['line'], 'not a well-formed call'],
  ['f(g(a))', ['line'], 'not a well-formed call'],
  ['f(5)', [], 'takes no argument'],
])('readArguments() says what is wrong with %j', (call, parameters, problem) => {
  expect(read(call, ...parameters)).toBe(problem);
});

test('readArguments() says where the call ends', () => {
  expect(readArguments('f("a", b) and more', 2, ['line', 'line'])).toEqual({ ok: true, args: ['a', 'b'], end: 9 });
  expect(readArguments('f( )', 2, [])).toEqual({ ok: true, args: [], end: 4 });
});
