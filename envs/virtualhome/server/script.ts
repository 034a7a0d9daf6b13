/** Unity's `ScriptReader`, such as `<char0> [walk] <fridge> (305)`, but a line without a character is refused. */
import type { GraphNode } from '../../household/scene/read_graph.ts';
import type { VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import { quoted } from '../../quoted.ts';

export type AgentLine = Readonly<{ agent: number; line: string }>;

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const AGENT = /^\s*<char(\d{1,3})>/;
const VERB = /^\[\s{0,9}(\w{1,40})/;
const POSITION = /^(:\d{1,9}:|(<position>\s{0,9})?[-\d.,E]{1,100})$/i;
const LINE_MAX = 10_000;

const VERBS = new Map(
  Object.entries({
    ...{ PUT: 'PUTBACK', GOTO: 'WALK', WALKTOWARDS: 'WALK' },
    ...{ LOOKAT_SHORT: 'LOOKAT', LOOKAT_MEDIUM: 'LOOKAT', LOOKAT_LONG: 'LOOKAT' },
  }),
);

/** The parts of a line run in parallel. Throws a ScriptError. */
export function readScript(lines: readonly string[]): AgentLine[][] {
  return lines.map((text, at) => {
    if (text.length > LINE_MAX) throw new ScriptError(`line ${at + 1} has more than ${LINE_MAX} characters`);
    if (!text.startsWith('<')) {
      throw new ScriptError(`line ${at + 1}: expected "<char0> [action] <class> (id)", found ${quoted(text)}`);
    }
    return text.split('|').map(readPart);
  });
}

function readPart(part: string): AgentLine {
  const [head, agent] = AGENT.exec(part) ?? [];
  if (head === undefined) throw new ScriptError(`Can not parse character for the line containing ${quoted(part)}`);
  const line = withoutPosition(part.slice(head.length).trim());
  const [, word = ''] = VERB.exec(line) ?? [];
  if (word === '') throw new ScriptError(`Can not parse action for the line containing ${quoted(part)}`);
  return { agent: Number(agent), line: line.replace(word, VERBS.get(word.toUpperCase()) ?? word) };
}

function withoutPosition(line: string): string {
  const end = line.lastIndexOf(')') + 1;
  return end > 0 && POSITION.test(line.slice(end).trim()) ? line.slice(0, end) : line;
}

const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    glass: ['waterglass', 'wineglass'],
    cup: ['mug', 'waterglass', 'wineglass'],
    table: ['kitchentable', 'diningtable', 'coffeetable'],
    drink: ['milk', 'juice', 'water', 'wine', 'beer', 'milkshake'],
    ...{ refrigerator: ['fridge'], icebox: ['fridge'], freezer: ['fridge'] },
    ...{ phone: ['cellphone', 'wallphone'], telephone: ['wallphone', 'cellphone'] },
    ...{ television: ['tv'], couch: ['sofa'], spectacles: ['glasses'] },
  }),
);

const OBJECT = /<([^<>]{1,200})>\s{0,9}\(\s{0,9}(?:\d{1,9}\.)?(\d{1,9})\s{0,9}\)/g;

export function objectsIn(line: string): Readonly<{ className: string; id: number }>[] {
  return Array.from(line.matchAll(OBJECT), ([, name = '', id]) => ({ className: name.trim(), id: Number(id) }));
}

export function isNameFor(name: string, { class_name }: GraphNode, classes: ReadonlySet<string>): boolean {
  return classes.has(plain(name)) || otherNames(name).includes(plain(class_name));
}

export function plain(className: string): string {
  return className.trim().toLowerCase().replaceAll(/[ _]/g, '');
}

function otherNames(name: string): readonly string[] {
  return OTHER_NAMES.get(plain(name)) ?? [];
}

export type NameResolver = ReturnType<typeof nameResolver>;

/** Each number of a class means one thing. */
export function nameResolver({ nodes, simulator }: { nodes: readonly GraphNode[]; simulator: VirtualHomeSimulator }) {
  const choices = new Map<string, number>();

  /** The index of a node, or the reason for a failure. */
  function choose(className: string, id: number): number | string {
    const used = new Set(choices.values());
    for (const names of [[plain(className)], otherNames(className)]) {
      const free = [...nodes.keys()].filter(
        (index) => names.includes(plain(nodes[index]!.class_name)) && !used.has(index),
      );
      if (free.length === 0) continue;
      const visible = free.filter((index) => !simulator.state.isHidden(index));
      return visible.find((index) => nodes[index]!.id === id) ?? visible[0] ?? 'No interaction positions';
    }
    return 'Unknown';
  }

  return (line: string): { readonly line: string } | Readonly<{ className: string; reason: string }> => {
    const ids: number[] = [];
    for (const { className, id } of objectsIn(line)) {
      const key = `${plain(className)} ${id}`;
      const index = choices.get(key) ?? choose(className, id);
      if (typeof index === 'string') return { className, reason: index };
      choices.set(key, index);
      ids.push(nodes[index]!.id);
    }
    let at = 0;
    return { line: line.replaceAll(OBJECT, (_, className: string) => `<${className}> (${ids[at++]})`) };
  };
}
