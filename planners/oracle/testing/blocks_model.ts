import type { Action, GoalStatus, Model, Refusal } from '../../../envs/env.ts';

/** Towers, each from the bottom up. */
export type Towers = readonly string[];

/** Blocks a, b, … in towers; the one action is `put(block, on)`, `on` being a block or `table`. */
export class BlocksModel implements Model {
  readonly #goal: Towers;
  #towers: string[];

  constructor(towers: Towers, goal: Towers) {
    this.#towers = [...towers].sort();
    this.#goal = [...goal].sort();
  }

  clone(): BlocksModel {
    return new BlocksModel(this.#towers, this.#goal);
  }

  step(action: Action): Refusal | null {
    const refusal = this.refusal(action);
    if (refusal !== null) return refusal;
    const [block = '', on = ''] = action.args;
    const without = this.#towers.map((tower) => (tower.endsWith(block) ? tower.slice(0, -1) : tower));
    const towers =
      on === 'table' ? [...without, block] : without.map((tower) => (tower.endsWith(on) ? tower + block : tower));
    this.#towers = towers.filter((tower) => tower !== '').sort();
    return null;
  }

  refusal({ verb, args: [block = '', on = ''] }: Action): Refusal | null {
    const isClear = (name: string) => name.length === 1 && this.#towers.some((tower) => tower.endsWith(name));
    const isPossible = verb === 'put' && isClear(block) && block !== on && (on === 'table' || isClear(on));
    return isPossible ? null : { precondition: 'clear', message: `Cannot put "${block}" on "${on}"` };
  }

  goal(): GoalStatus {
    const met = this.#goal.filter((tower) => this.#towers.includes(tower)).length;
    return { success: met === this.#goal.length, share: met / this.#goal.length };
  }

  holds(condition: unknown): boolean {
    return this.#towers.includes(String(condition));
  }

  changes(): readonly Readonly<{ object: string; condition: unknown }>[] {
    return [];
  }

  actions(): readonly Action[] {
    const tops = this.#towers.map((tower) => tower.at(-1) as string);
    return tops.flatMap((block) =>
      [...tops, 'table'].filter((on) => on !== block).map((on) => ({ verb: 'put', args: [block, on] })),
    );
  }

  key(): string {
    return this.#towers.join();
  }

  /** Every block that is not, with all below it, as the goal has it must be put somewhere. */
  lowerBound(): number {
    const blocks = this.#towers.join('');
    if ([...this.#goal.join('')].sort().join() !== [...blocks].sort().join()) return Number.POSITIVE_INFINITY;
    const right = this.#towers.map((tower) => Math.max(...this.#goal.map((wanted) => commonLength(tower, wanted))));
    return blocks.length - right.reduce((sum, length) => sum + length, 0);
  }
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
