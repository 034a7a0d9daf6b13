/** Reads VirtualHome's dataset as Python's `json.dump` wrote it. */
import { JsonError } from '../../checked_json.ts';
import { type GraphNode, graphNodesSchema } from '../scene/read_graph.ts';
import { EdgeSet, type GraphScene, graphScene, RELATIONS, type SceneEdge } from './graph_scene.ts';

export type DumpedScenes = Readonly<{ start: GraphScene; end: GraphScene }>;

const HEAD = ascii('{"init_graph": {"nodes": ');
const BETWEEN = ascii('}, "final_graph": {"nodes": ');
const TAIL = ascii('}}');
const EDGES = ascii(', "edges": [');
const EDGE = ascii('{"from_id": ');
const RELATION = ascii(', "relation_type": "');
const RELATION_NAMES = RELATIONS.map((relation) => ascii(`${relation}"`));
const TARGET = ascii(', "to_id": ');
const EDGE_END = ascii('}');
const NEXT = ascii(', ');
const LIST_END = ascii(']');

const UNUSABLE = new JsonError('', { line: 1, column: 1, field: '' }, 'a graph', 'none');

/** Null for another layout or an invalid scene. */
export function dumpedScenes(document: Uint8Array): DumpedScenes | null {
  const reader = new DumpReader(document);
  try {
    reader.expect(HEAD);
    const start = reader.scene();
    reader.expect(BETWEEN);
    const end = reader.scene();
    reader.expect(TAIL);
    return reader.isAtEnd ? { start, end } : null;
  } catch (error) {
    if (error === UNUSABLE || error instanceof SyntaxError) return null;
    throw error;
  }
}

class DumpReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  expect(text: Uint8Array): void {
    if (!this.#skip(text)) throw UNUSABLE;
  }

  scene(): GraphScene {
    const nodes = this.#nodes();
    this.expect(EDGES);
    const scene = graphScene({ value: { nodes, edges: [] }, problem: () => UNUSABLE });
    if (scene.indexOf.size < nodes.length) throw UNUSABLE;
    return { ...scene, edges: this.#edges(scene) };
  }

  #nodes(): readonly GraphNode[] {
    const end = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length).indexOf(EDGES, this.#at);
    if (end < 0) throw UNUSABLE;
    const text = new TextDecoder().decode(this.#bytes.subarray(this.#at, end));
    const { success, data } = graphNodesSchema.safeParse(JSON.parse(text));
    if (!success || text.includes('\uFFFD')) throw UNUSABLE; // invalid UTF-8, or U+FFFD itself
    this.#at = end;
    return data;
  }

  #edges({ nodes, indexOf }: GraphScene): SceneEdge[] {
    const edges: SceneEdge[] = [];
    if (this.#skip(LIST_END)) return edges;
    const seen = new EdgeSet(nodes.length, RELATIONS.length);
    do {
      this.expect(EDGE);
      const from = indexOf.get(this.#number());
      this.expect(RELATION);
      const relation = this.#relation();
      this.expect(TARGET);
      const to = indexOf.get(this.#number());
      this.expect(EDGE_END);
      if (from === undefined || to === undefined) throw UNUSABLE;
      if (seen.add(from, relation, to)) edges.push([from, RELATIONS[relation]!, to]);
    } while (this.#skip(NEXT));
    this.expect(LIST_END);
    return edges;
  }

  #relation(): number {
    for (let number = 0; number < RELATION_NAMES.length; number++) {
      if (this.#skip(RELATION_NAMES[number]!)) return number;
    }
    throw UNUSABLE;
  }

  #number(): number {
    const begin = this.#at;
    let at = begin;
    let value = 0;
    for (let digit = this.#bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = this.#bytes[at]! - ZERO) {
      value = value * 10 + digit;
      at++;
    }
    const digits = at - begin;
    if (digits === 0 || digits > DIGITS_MAX || (digits > 1 && this.#bytes[begin] === ZERO)) throw UNUSABLE;
    this.#at = at;
    return value;
  }

  #skip(text: Uint8Array): boolean {
    for (let at = 0; at < text.length; at++) if (this.#bytes[this.#at + at] !== text[at]) return false;
    this.#at += text.length;
    return true;
  }
}

const ZERO = 0x30;
const DIGITS_MAX = 10;

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
