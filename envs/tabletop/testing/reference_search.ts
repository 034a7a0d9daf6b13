import type { Action } from '../../env.ts';
import type { TabletopModel } from '../tabletop_model.ts';

type Place = Readonly<{ model: TabletopModel; all: string[]; worthTrying: string[] }>;

export class ReferenceSearch {
  readonly places = new Map<string, Place>();

  constructor(start: TabletopModel, blocks: readonly string[]) {
    const actions = ['pick', 'place'].flatMap((verb) =>
      blocks.flatMap((block) => [...blocks, 'table'].map((surface): Action => ({ verb, args: [block, surface] }))),
    );
    const queue = [start];
    for (let model = queue.pop(); model !== undefined; model = queue.pop()) {
      const here = model;
      const key = nameOf(here);
      if (this.places.has(key)) continue;
      const reached = (list: readonly Action[]) =>
        list
          .filter((action) => here.refusal(action) === null)
          .map((action) => {
            const next = here.clone();
            next.step(action);
            return next;
          });
      const all = reached(actions);
      this.places.set(key, { model: here, all: all.map(nameOf), worthTrying: reached(here.actions()).map(nameOf) });
      queue.push(...all);
    }
  }

  distances(of: 'all' | 'worthTrying'): Map<string, number> {
    const before = new Map<string, string[]>();
    for (const [key, place] of this.places) {
      for (const next of place[of]) before.set(next, [...(before.get(next) ?? []), key]);
    }
    const distances = new Map<string, number>();
    let layer = [...this.places].filter(([, { model }]) => model.goal().success).map(([key]) => key);
    for (let distance = 0; layer.length > 0; distance++) {
      for (const key of layer) distances.set(key, distance);
      layer = [...new Set(layer.flatMap((key) => before.get(key) ?? []))].filter((key) => !distances.has(key));
    }
    return distances;
  }
}

export function nameOf(model: TabletopModel): string {
  return String(model.observe().states.map(({ states }) => states));
}
