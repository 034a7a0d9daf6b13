import type { Action, Rehearsal, RehearsedAction } from '../../../envs/env.ts';
import type { BlocksModel } from './blocks_model.ts';

/** Whether an action is refused, beside the rules, at the moment of the key. */
export type Refuses = (key: string, text: string) => boolean;

export class RehearsedBlocks implements Rehearsal {
  readonly #model: BlocksModel;
  readonly #refuses: Refuses;
  /** Shared by all moments of a rehearsal. */
  readonly asked: string[];
  /** The blocks that were ever moved, in order: what only the arm notices. */
  readonly #moved: string;

  constructor(model: BlocksModel, refuses: Refuses, { asked = [] as string[], moved = '' } = {}) {
    this.#model = model;
    this.#refuses = refuses;
    this.asked = asked;
    this.#moved = moved;
  }

  after(action: Action): RehearsedAction {
    const text = action.args.join(' on ');
    this.asked.push(text);
    const next = this.#model.clone();
    const reason = this.#refuses(this.key(), text) ? { precondition: 'bounded', message: '' } : next.step(action);
    if (reason !== null) return { ok: false, reason };
    const moved = [...new Set(this.#moved + action.args[0])].sort().join('');
    return { ok: true, next: new RehearsedBlocks(next, this.#refuses, { asked: this.asked, moved }) };
  }

  actions(): readonly Action[] {
    return this.#model.actions();
  }

  model(): BlocksModel {
    return this.#model.clone();
  }

  /** The towers and, where there are any, the blocks that were moved: `ab,c moved c`. */
  key(): string {
    return this.#model.key() + (this.#moved === '' ? '' : ` moved ${this.#moved}`);
  }
}
