/**
 * The successor generator: which operators are applicable in a state, and the states they lead to.
 *
 * A state is `wordsPerState` words of an array, from `at`.
 *
 * @module
 */
import type { PackedTask } from './pack_task.ts';

/** Whether the facts `items[from]` up to but not including `items[to]` hold. */
export function allHold(words: Int32Array, at: number, items: Int32Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const fact = items[i]!;
    if ((words[at + (fact >> 5)]! & (1 << (fact & 31))) === 0) return false;
  }
  return true;
}

/** Writes the applicable operators into `out`, which must have room for all of them; returns their number. */
export function listApplicable(task: PackedTask, words: Int32Array, at: number, out: Int32Array): number {
  const { factCount, wordsPerState, watchers } = task;
  let count = watchedBy(task, words, at, factCount, out, 0);
  for (let word = 0; word < wordsPerState; word++) {
    for (let bits = words[at + word]!; bits !== 0; bits &= bits - 1) {
      const fact = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (watchers.start[fact] !== watchers.start[fact + 1]) count = watchedBy(task, words, at, fact, out, count);
    }
  }
  return count;
}

function watchedBy(
  { watchers, preconditions }: PackedTask,
  words: Int32Array,
  at: number,
  fact: number,
  out: Int32Array,
  count: number,
): number {
  const end = watchers.start[fact + 1]!;
  for (let i = watchers.start[fact]!; i < end; i++) {
    const operator = watchers.items[i]!;
    const from = preconditions.start[operator]!;
    const to = preconditions.start[operator + 1]!;
    if (allHold(words, at, preconditions.items, from, to)) out[count++] = operator;
  }
  return count;
}

/**
 * Writes the successor of the state at `from` under an operator to `to`, in the same array.
 *
 * Conditions are evaluated in the state before; all deletes come before all adds.
 */
export function writeSuccessor(task: PackedTask, words: Int32Array, from: number, to: number, operator: number): void {
  const { wordsPerState, effectStart, conditions, adds, deletes } = task;
  for (let word = 0; word < wordsPerState; word++) words[to + word] = words[from + word]!;
  const first = effectStart[operator]!;
  const end = effectStart[operator + 1]!;
  for (let effect = first; effect < end; effect++) {
    const needed = conditions.start[effect]!;
    if (!allHold(words, from, conditions.items, needed, conditions.start[effect + 1]!)) continue;
    for (let i = deletes.start[effect]!; i < deletes.start[effect + 1]!; i++) {
      const fact = deletes.items[i]!;
      words[to + (fact >> 5)] = words[to + (fact >> 5)]! & ~(1 << (fact & 31));
    }
  }
  for (let effect = first; effect < end; effect++) {
    const needed = conditions.start[effect]!;
    if (!allHold(words, from, conditions.items, needed, conditions.start[effect + 1]!)) continue;
    for (let i = adds.start[effect]!; i < adds.start[effect + 1]!; i++) {
      const fact = adds.items[i]!;
      words[to + (fact >> 5)] = words[to + (fact >> 5)]! | (1 << (fact & 31));
    }
  }
}
