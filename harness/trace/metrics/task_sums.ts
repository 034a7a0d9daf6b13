/**
 * Sums of two numbers an episode, in all and by task; of a mean they are the value and 1.
 *
 * @module
 */
import { quotient, sixDigits } from './numbers.ts';
import { type TaskSum, taskBootstrap } from './task_bootstrap.ts';

/** As many numbers as there are tasks, however many episodes are added. */
export class TaskSums {
  #part = 0;
  #whole = 0;
  readonly #tasks = new Map<string, { part: number; whole: number }>();

  add(task: string, { part, whole }: TaskSum): void {
    this.#part += part;
    this.#whole += whole;
    const own = this.#tasks.get(task) ?? { part: 0, whole: 0 };
    own.part += part;
    own.whole += whole;
    this.#tasks.set(task, own);
  }

  /** Sum of parts ÷ sum of wholes, rounded, and the limits of its 95 % interval; null where there is none. */
  quotient(): { readonly value: number | null; readonly low: number | null; readonly high: number | null } {
    const value = quotient(this.#part, this.#whole);
    const drawn = taskBootstrap([...this.#tasks.values()]);
    return { value: rounded(value), low: rounded(drawn?.low ?? null), high: rounded(drawn?.high ?? null) };
  }
}

function rounded(value: number | null): number | null {
  return value === null ? null : sixDigits(value);
}
