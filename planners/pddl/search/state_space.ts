import type { GroundTask } from '../task/ground_task.ts';
import { writeSuccessor } from '../task/states.ts';

const G = 0;
const H = 1;
const PARENT = 2;
/** The sign bit marks a closed state. */
const OPERATOR = 3;
const NODE_SIZE = 4;

const CLOSED = 1 << 31;
const NONE = 0x7fffffff;

const INITIAL_CAPACITY = 256;

/** A hash table with linear probing, at most half full. */
export class StateSpace {
  readonly #task: GroundTask;
  readonly #wordsPerState: number;
  /** Adding states may replace the array. */
  words: Int32Array;
  count = 0;
  #nodes = new Int32Array(INITIAL_CAPACITY * NODE_SIZE);
  /** State number plus 1; 0 for an empty slot. */
  #table = new Int32Array(2 * INITIAL_CAPACITY);

  constructor(task: GroundTask) {
    this.#task = task;
    this.#wordsPerState = task.wordsPerState;
    this.words = new Int32Array(INITIAL_CAPACITY * task.wordsPerState);
  }

  get bytes(): number {
    return 4 * (this.count * (this.#wordsPerState + NODE_SIZE) + this.#table.length);
  }

  offsetOf(state: number): number {
    return state * this.#wordsPerState;
  }

  reachInitial(): number {
    this.words.set(this.#task.initial, this.reserve());
    const state = this.add();
    this.setParent(state, { state: NONE, operator: NONE, g: 0 });
    return state;
  }

  reach(state: number, operator: number): number {
    const target = this.reserve();
    writeSuccessor(this.#task, this.words, this.offsetOf(state), target, operator);
    return this.add();
  }

  setParent(state: number, { state: parent, operator, g }: { state: number; operator: number; g: number }): void {
    const node = state * NODE_SIZE;
    this.#nodes[node + G] = g;
    this.#nodes[node + PARENT] = parent;
    this.#nodes[node + OPERATOR] = operator;
  }

  setH(state: number, h: number): void {
    this.#nodes[state * NODE_SIZE + H] = h;
  }

  close(state: number): void {
    const index = state * NODE_SIZE + OPERATOR;
    this.#nodes[index] = this.#nodes[index]! | CLOSED;
  }

  isClosed(state: number): boolean {
    return this.#nodes[state * NODE_SIZE + OPERATOR]! < 0;
  }

  g(state: number): number {
    return this.#nodes[state * NODE_SIZE + G]!;
  }

  h(state: number): number {
    return this.#nodes[state * NODE_SIZE + H]!;
  }

  operatorsTo(state: number): number[] {
    const operators: number[] = [];
    let node = state * NODE_SIZE;
    while (this.#nodes[node + PARENT]! !== NONE) {
      operators.push(this.#nodes[node + OPERATOR]! & ~CLOSED);
      node = this.#nodes[node + PARENT]! * NODE_SIZE;
    }
    return operators.reverse();
  }

  reserve(): number {
    const offset = this.count * this.#wordsPerState;
    if (offset + this.#wordsPerState > this.words.length) this.words = grow(this.words, this.#wordsPerState);
    return offset;
  }

  add(): number {
    const words = this.words;
    const wordsPerState = this.#wordsPerState;
    const offset = this.count * wordsPerState;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash(words, offset, wordsPerState) & mask;
    for (let entry = table[slot]!; entry !== 0; entry = table[slot]!) {
      if (isEqual(words, offset, (entry - 1) * wordsPerState, wordsPerState)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    table[slot] = ++this.count;
    if (this.count * NODE_SIZE > this.#nodes.length) this.#nodes = grow(this.#nodes, 0);
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

function isEqual(words: Int32Array, a: number, b: number, length: number) {
  for (let i = 0; i < length; i++) if (words[a + i] !== words[b + i]) return false;
  return true;
}

/** Murmur3 (Appleby 2008). */
function hash(words: Int32Array, offset: number, length: number) {
  let mixed = 0;
  for (let i = 0; i < length; i++) {
    const word = Math.imul(words[offset + i]!, 0xcc9e2d51);
    mixed ^= Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
