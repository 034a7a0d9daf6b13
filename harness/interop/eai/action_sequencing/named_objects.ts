/**
 * How answers name objects: by class alone (`["lamp"]`, as in the paper), or by class and id (`["lamp", 7]`, EAI since 2024-12-24).
 *
 * @module
 */
import type { EaiScene } from '../checkout/eai_scene.ts';
import type { PlannedAction } from './read_plan.ts';

export const NAMINGS = ['names', 'pairs'] as const;
export type Naming = (typeof NAMINGS)[number];

export type NamedObject = { readonly className: string; readonly id: number };

/** Pairs, where any action of any plan has a number behind a name. */
export function namingOf(plans: Iterable<readonly PlannedAction[]>): Naming {
  for (const plan of plans) {
    if (plan.some((action) => action.arguments.some((each) => typeof each === 'number'))) return 'pairs';
  }
  return 'names';
}

/** Finds what arguments stand for among the objects that a task is about. Of several objects of a class, a name alone is the last. */
export class NamedObjects {
  readonly #byName = new Map<string, NamedObject>();
  readonly #byPair = new Map<string, NamedObject>();

  constructor({ start, relevant }: EaiScene) {
    for (const id of relevant) {
      const { className } = start.nodes[start.indexOf.get(id)!]!;
      this.#byName.set(className, { className, id });
      this.#byPair.set(`${className}_${id}`, { className, id });
    }
  }

  /** `odd` where a pair lacks its half, `unknown` where one of the objects is not there. */
  find(words: readonly unknown[], naming: Naming): readonly NamedObject[] | 'odd' | 'unknown' {
    if (naming === 'pairs' && words.length % 2 !== 0) return 'odd';
    const found =
      naming === 'names'
        ? words.map((word) => (typeof word === 'string' ? this.#byName.get(word) : undefined))
        : words.flatMap((name, at) => (at % 2 === 0 ? [this.#byPair.get(`${name}_${words[at + 1]}`)] : []));
    return found.every((object) => object !== undefined) ? found : 'unknown';
  }
}
