import type { GroundTask } from '../task/ground_task.ts';
import { writeSuccessor } from '../task/states.ts';

const G = 0;
const H = 1;
const PARENT = 2;
/** The sign bit marks a closed state. */
const OPERATOR = 3;
const NUMBERS = 4;

const CLOSED = 1 << 31;
const NONE = 0x7fffffff;

const INITIAL_CAPACITY = 256;

/** Numbers states from 0. The hash table uses linear probing and is at most half full. */
export class StateSpace {
  readonly #task: GroundTask;
  readonly #wordsPerState: number;
  /** State `id` begins at `at(id)`. Adding states may replace the array. */
  words: Int32Array;
  count = 0;
  #nodes = new Int32Array(INITIAL_CAPACITY * NUMBERS);
  /** State number plus 1; 0 for an empty slot. */
  #table = new Int32Array(2 * INITIAL_CAPACITY);

  constructor(task: GroundTask) {
    this.#task = task;
    this.#wordsPerState = task.wordsPerState;
    this.words = new Int32Array(INITIAL_CAPACITY * task.wordsPerState);
  }

  get bytes(): number {
    return 4 * (this.count * (this.#wordsPerState + NUMBERS) + this.#table.length);
  }

  at(state: number): number {
    return state * this.#wordsPerState;
  }

  reachInitial(): number {
    this.words.set(this.#task.initial, this.draft());
    const state = this.add();
    this.setParent(state, { state: NONE, operator: NONE, g: 0 });
    return state;
  }

  reach(state: number, operator: number): number {
    const to = this.draft();
    writeSuccessor(this.#task, this.words, this.at(state), to, operator);
    return this.add();
  }

  setParent(state: number, { state: parent, operator, g }: { state: number; operator: number; g: number }): void {
    const at = state * NUMBERS;
    this.#nodes[at + G] = g;
    this.#nodes[at + PARENT] = parent;
    this.#nodes[at + OPERATOR] = operator;
  }

  setH(state: number, h: number): void {
    this.#nodes[state * NUMBERS + H] = h;
  }

  close(state: number): void {
    const at = state * NUMBERS + OPERATOR;
    this.#nodes[at] = this.#nodes[at]! | CLOSED;
  }

  isClosed(state: number): boolean {
    return this.#nodes[state * NUMBERS + OPERATOR]! < 0;
  }

  g(state: number): number {
    return this.#nodes[state * NUMBERS + G]!;
  }

  h(state: number): number {
    return this.#nodes[state * NUMBERS + H]!;
  }

  operatorsTo(state: number): number[] {
    const operators: number[] = [];
    let at = state * NUMBERS;
    while (this.#nodes[at + PARENT]! !== NONE) {
      operators.push(this.#nodes[at + OPERATOR]! & ~CLOSED);
      at = this.#nodes[at + PARENT]! * NUMBERS;
    }
    return operators.reverse();
  }

  draft(): number {
    const at = this.count * this.#wordsPerState;
    if (at + this.#wordsPerState > this.words.length) this.words = grow(this.words, this.#wordsPerState);
    return at;
  }

  add(): number {
    const words = this.words;
    const wordsPerState = this.#wordsPerState;
    const at = this.count * wordsPerState;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash(words, at, wordsPerState) & mask;
    for (let entry = table[slot]!; entry !== 0; entry = table[slot]!) {
      if (isSame(words, at, (entry - 1) * wordsPerState, wordsPerState)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    table[slot] = ++this.count;
    if (this.count * NUMBERS > this.#nodes.length) this.#nodes = grow(this.#nodes, 0);
    if (2 * this.count > table.length) this.#growTable();
    return this.count - 1;
  }

  #growTable() {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hash(this.words, id * this.#wordsPerState, this.#wordsPerState) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }
}

function grow(numbers: Int32Array, more: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(numbers.length + (numbers.length >> 1) + more);
  copy.set(numbers);
  return copy;
}

function isSame(words: Int32Array, a: number, b: number, length: number) {
  for (let i = 0; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

/** Murmur3 (Appleby 2008). */
function hash(words: Int32Array, at: number, length: number) {
  let mixed = 0;
  for (let i = 0; i < length; i++) {
    const word = Math.imul(words[at + i]!, 0xcc9e2d51);
    mixed ^= Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
