import type { GraphNode } from '../../household/scene/read_graph.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';

/** Modelled on VirtualHome's table of equal names. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['glass', ['waterglass', 'wineglass']],
  ['cup', ['mug', 'waterglass', 'wineglass']],
  ['table', ['kitchentable', 'diningtable', 'coffeetable']],
  ['drink', ['milk', 'juice', 'water', 'wine', 'beer', 'milkshake']],
  ['refrigerator', ['fridge']],
  ['icebox', ['fridge']],
  ['freezer', ['fridge']],
  ['phone', ['cellphone', 'wallphone']],
  ['telephone', ['wallphone', 'cellphone']],
  ['television', ['tv']],
  ['couch', ['sofa']],
  ['spectacles', ['glasses']],
]);

const OBJECT = /<([^<>]{1,200})>\s{0,9}\(\s{0,9}(?:\d{1,9}\.)?(\d{1,9})\s{0,9}\)/g;

export function objectsIn(line: string): { readonly className: string; readonly id: number }[] {
  return Array.from(line.matchAll(OBJECT), ([, className = '', id]) => ({
    className: className.trim(),
    id: Number(id),
  }));
}

/** Matches the class or a synonym; with ids, also another class of the scene. */
export function isNameFor(name: string, { class_name }: GraphNode, classes: ReadonlySet<string>): boolean {
  return classes.has(plain(name)) || otherNames(name).includes(plain(class_name));
}

export function plain(className: string): string {
  return className.trim().toLowerCase().replaceAll(/[ _]/g, '');
}

function otherNames(name: string): readonly string[] {
  return OTHER_NAMES.get(plain(name)) ?? [];
}

type Played = { readonly nodes: readonly GraphNode[]; readonly simulator: VirtualHomeSimulator };

/** Within one script, equal numbers mean the same thing, and different numbers different things. */
export class ScriptNames {
  readonly #played: Played;
  readonly #meant = new Map<string, number>();

  constructor(played: Played) {
    this.#played = played;
  }

  resolve(line: string): { readonly line: string } | { readonly className: string; readonly reason: string } {
    const ids: number[] = [];
    for (const { className, id } of objectsIn(line)) {
      const key = `${plain(className)} ${id}`;
      const index = this.#meant.get(key) ?? this.#choice(className, id);
      if (typeof index === 'string') return { className, reason: index };
      this.#meant.set(key, index);
      ids.push(this.#played.nodes[index]!.id);
    }
    let at = 0;
    return { line: line.replaceAll(OBJECT, (_, className: string) => `<${className}> (${ids[at++]})`) };
  }

  /** Prefers the thing with this id if its class fits, else the first selectable one without another number. */
  #choice(className: string, id: number): number | string {
    const taken = new Set(this.#meant.values());
    for (const names of [[plain(className)], otherNames(className)]) {
      const free = [...this.#played.nodes.keys()].filter(
        (index) => names.includes(plain(this.#played.nodes[index]!.class_name)) && !taken.has(index),
      );
      if (free.length === 0) continue;
      const seen = free.filter((index) => !this.#played.simulator.state.isHidden(index));
      return seen.find((index) => this.#played.nodes[index]!.id === id) ?? seen[0] ?? 'No interaction positions';
    }
    return 'Unknown';
  }
}
