/**
 * Test support: blocks whose world refuses more than its rules do.
 *
 * @module
 */
import type { Action, Rehearsal, RehearsedAction } from '../../envs/env.ts';
import type { BlocksModel } from './blocks_model.ts';

/** Whether an action is refused, beside the rules, where the towers are as the key says. */
export type Refuses = (key: string, text: string) => boolean;

export class RehearsedBlocks implements Rehearsal {
  readonly #model: BlocksModel;
  readonly #refuses: Refuses;
  /** Shared by all moments of a rehearsal. */
  readonly asked: string[];

  constructor(model: BlocksModel, refuses: Refuses, asked: string[] = []) {
    this.#model = model;
    this.#refuses = refuses;
    this.asked = asked;
  }

  after(action: Action): RehearsedAction {
    const text = action.args.join(' on ');
    this.asked.push(text);
    const next = this.#model.clone();
    const reason = this.#refuses(this.key(), text) ? { precondition: 'bounded', message: '' } : next.step(action);
    if (reason !== null) return { ok: false, reason };
    return { ok: true, next: new RehearsedBlocks(next, this.#refuses, this.asked) };
  }

  model(): BlocksModel {
    return this.#model.clone();
  }

  key(): string {
    return this.#model.key();
  }
}
