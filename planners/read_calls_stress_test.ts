import { expect, test } from 'vitest';
import { ParseLog } from './parse_log.ts';
import { readCalls, type Vocabulary } from './read_calls.ts';
import { repeated } from './testing/arbitrary_text.ts';

const VOCABULARY: Vocabulary = new Map([
  ['note', ['text']],
  ['set', ['line', 'line']],
  ['stop', []],
]);

const PARTS =
  'set(¦set(\n¦set("¦set("\n¦set("a",¦note("¦note("\n¦note("a") ¦note("a") x ¦note("a"), ¦note("a")- ¦note("\\") ¦x stop() ¦" ¦")¦"\t¦) ¦"¦\'¦(¦)¦,¦, ¦\t¦ \t¦\\¦\\"¦:¦a¦a(¦é¦ ¦\n¦1. ';

// Each would take minutes if time were not linear in the text.
test.each(PARTS.split('¦'))('readCalls() survives megabytes of %j', (part) => {
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
