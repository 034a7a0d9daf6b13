/** Which things a script means: by their ids, or any of a class, where the simulator is to find a solution. */
import type { GraphNode } from '../../household/scene/read_graph.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';

/** Other names of classes, in the manner of VirtualHome's table of equal names. */
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

/** The objects of a line, as it names them. */
export function objectsIn(line: string): { readonly className: string; readonly id: number }[] {
  return Array.from(line.matchAll(OBJECT), ([, className = '', id]) => ({
    className: className.trim(),
    id: Number(id),
  }));
}

/** Whether a name may stand for a node: its class, another name of that, or, as ids decide, another class that the scene has. */
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

/** The things that the classes and numbers of one script stand for: the same one for the same number, another for another. */
export class ScriptNames {
  readonly #played: Played;
  /** Name and number → index of the node. */
  readonly #meant = new Map<string, number>();

  constructor(played: Played) {
    this.#played = played;
  }

  /** The line with ids that the scene has; or the class of which there is no thing left, and why. */
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

  /** The thing with that very id, if it is of the class, else the first that can be selected and is not meant by another number. */
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
