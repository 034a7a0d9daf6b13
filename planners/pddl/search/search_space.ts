/**
 * What a search knows of each state that it has reached: its bits, the cheapest path to it so far, its estimate, and whether
 * it is closed.
 *
 * @module
 */
import type { PackedTask } from '../task/pack_task.ts';
import { writeSuccessor } from '../task/successors.ts';
import { StateRegistry } from './state_registry.ts';

/** The numbers kept for each state beside its bits, in this order. */
const G = 0;
const H = 1;
const PARENT = 2;
/** The operator that leads to it; the sign bit marks a closed state. */
const OPERATOR = 3;
const NUMBERS = 4;

const CLOSED = 1 << 31;
const NONE = 0x7fffffff;

export class SearchSpace {
  readonly states: StateRegistry;
  readonly #task: PackedTask;
  #nodes = new Int32Array(256 * NUMBERS);

  constructor(task: PackedTask) {
    this.#task = task;
    this.states = new StateRegistry(task.wordsPerState);
  }

  get bytes(): number {
    return this.states.bytes + 4 * NUMBERS * this.states.count;
  }

  /** Where the state's words begin in `states.words`. */
  at(state: number): number {
    return state * this.states.wordsPerState;
  }

  /** Adds the initial state, as number 0. */
  reachInitial(): void {
    const at = this.states.draft();
    this.states.words.set(this.#task.initial, at);
    this.setParent(this.states.add(), { state: NONE, operator: NONE, g: 0 });
  }

  /** The number of the state that an operator leads to. A new state has no parent yet. */
  reach(state: number, operator: number): number {
    const { states } = this;
    const to = states.draft();
    writeSuccessor(this.#task, states.words, this.at(state), to, operator);
    const next = states.add();
    if (states.count * NUMBERS > this.#nodes.length) this.#grow();
    return next;
  }

  /** Sets the path by which a state is reached, and opens it. */
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

  /** The operators on the path from the initial state. */
  operatorsTo(state: number): number[] {
    const operators: number[] = [];
    let at = state * NUMBERS;
    while (this.#nodes[at + PARENT]! !== NONE) {
      operators.push(this.#nodes[at + OPERATOR]! & ~CLOSED);
      at = this.#nodes[at + PARENT]! * NUMBERS;
    }
    return operators.reverse();
  }

  #grow(): void {
    const longer = new Int32Array(this.#nodes.length + (this.#nodes.length >> 1));
    longer.set(this.#nodes);
    this.#nodes = longer;
  }
}
