/** A state is `wordsPerState` words from `offset`. */
import type { GroundTask } from './ground_task.ts';

export function allHold(words: Int32Array, offset: number, items: Int32Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const fact = items[i]!;
    if ((words[offset + (fact >> 5)]! & (1 << (fact & 31))) === 0) return false;
  }
  return true;
}

/** `out` needs room for whole words. */
export function listFacts(words: Int32Array, offset: number, factCount: number, out: Int32Array): number {
  const wordCount = (factCount + 31) >> 5;
  let count = 0;
  for (let word = 0; word < wordCount; word++) {
    for (let bits = words[offset + word]!; bits !== 0; bits &= bits - 1)
      out[count++] = (word << 5) + 31 - Math.clz32(bits & -bits);
  }
  return count;
}

export function listApplicable(task: GroundTask, words: Int32Array, offset: number, out: Int32Array): number {
  const { start } = task.watchers;
  let count = addApplicable(task, words, offset, task.facts.length, out, 0);
  for (let word = 0; word < task.wordsPerState; word++) {
    for (let bits = words[offset + word]!; bits !== 0; bits &= bits - 1) {
      const fact = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (start[fact] !== start[fact + 1]) count = addApplicable(task, words, offset, fact, out, count);
    }
  }
  return count;
}

function addApplicable(
  { watchers, preconditions }: GroundTask,
  words: Int32Array,
  offset: number,
  fact: number,
  out: Int32Array,
  count: number,
): number {
  const end = watchers.start[fact + 1]!;
  for (let i = watchers.start[fact]!; i < end; i++) {
    const operator = watchers.items[i]!;
    const from = preconditions.start[operator]!;
    const to = preconditions.start[operator + 1]!;
    if (allHold(words, offset, preconditions.items, from, to)) out[count++] = operator;
  }
  return count;
}

export function writeSuccessor(
  task: GroundTask,
  words: Int32Array,
  source: number,
  target: number,
  operator: number,
): void {
  for (let word = 0; word < task.wordsPerState; word++) words[target + word] = words[source + word]!;
  const first = task.effectStart[operator]!;
  const end = task.effectStart[operator + 1]!;
  for (let effect = first; effect < end; effect++) {
    if (!happens(task, words, source, effect)) continue;
    const { start, items } = task.deletes;
    for (let i = start[effect]!; i < start[effect + 1]!; i++) {
      const fact = items[i]!;
      words[target + (fact >> 5)] = words[target + (fact >> 5)]! & ~(1 << (fact & 31));
    }
  }
  for (let effect = first; effect < end; effect++) {
    if (!happens(task, words, source, effect)) continue;
    const { start, items } = task.adds;
    for (let i = start[effect]!; i < start[effect + 1]!; i++) {
      const fact = items[i]!;
      words[target + (fact >> 5)] = words[target + (fact >> 5)]! | (1 << (fact & 31));
    }
  }
}

function happens({ conditions: { start, items } }: GroundTask, words: Int32Array, offset: number, effect: number) {
  return allHold(words, offset, items, start[effect]!, start[effect + 1]!);
}
