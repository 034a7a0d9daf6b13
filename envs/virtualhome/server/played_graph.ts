import type { CheckedJson } from '../../checked_json.ts';
import type { Graph, GraphNode } from '../../household/scene/read_graph.ts';
import { edgesNow } from '../../household/virtualhome/graph_differences.ts';
import { graphScene } from '../../household/virtualhome/graph_scene.ts';
import { DEFECT_NAMES, defectsOf } from '../../household/virtualhome/virtualhome_defects.ts';
import { type GraphStep, VirtualHomeSimulator } from '../../household/virtualhome/virtualhome_simulator.ts';
import type { Measured } from './nearness.ts';
import { plain } from './script.ts';

export type Position = readonly [number, number, number];
export type Vector = [number, number, number];

/** Unity walks through doors; `served_scene.ts` checks places. */
const UNITY = defectsOf('v2.3', {
  without: DEFECT_NAMES.filter((name) => name !== 'doors_ignored' && name !== 'putback_anywhere'),
});

export const WALKS = new Set(['WALK', 'RUN', 'FIND']);
const NONE = -1;

export class PlayedGraph {
  readonly nodes: readonly GraphNode[];
  readonly ids: ReadonlySet<number>;
  readonly classes: ReadonlySet<string>;
  readonly characters: readonly number[];
  readonly #base: Graph;
  readonly #simulator: VirtualHomeSimulator | null = null;
  readonly #steps: Readonly<{ step: GraphStep; character: number }>[] = [];
  readonly #moved = new Map<number, Position>();

  constructor(graph: Graph, problem: CheckedJson<Graph>['problem'] = unforeseen) {
    const { nodes } = graph;
    this.#base = graph;
    this.nodes = nodes;
    this.ids = new Set(nodes.map(({ id }) => id));
    this.classes = new Set(nodes.map(({ class_name }) => plain(class_name)));
    this.characters = [...nodes.keys()]
      .filter((at) => isCharacter(nodes[at]!))
      .sort((a, b) => nodes[a]!.id - nodes[b]!.id);
    if (this.characters.length === 0) return;
    this.#simulator = new VirtualHomeSimulator(graphScene({ value: graph, problem }), UNITY, { names: 'ignored' });
  }

  get simulator(): VirtualHomeSimulator {
    return this.#simulator as VirtualHomeSimulator;
  }

  get steps(): number {
    return this.#steps.length;
  }

  graph(): Graph {
    const state = this.#simulator?.state;
    if (state === undefined) return this.#base;
    const idOf = (index: number) => this.nodes[index]!.id;
    return {
      nodes: this.nodes.map((node, index) => {
        const bounding_box = this.#moved.has(index) ? this.boxOf(index) : node.bounding_box;
        return { ...node, bounding_box, states: state.statesOf(index) };
      }),
      edges: Array.from(edgesNow(state), ([from, relation_type, to]) => {
        return { from_id: idOf(from), relation_type, to_id: idOf(to) };
      }),
    };
  }

  carryOut(step: GraphStep, word: string): string | null {
    const { state } = this.simulator;
    const { ok, message } = this.simulator.executeAndExplain(step);
    if (!ok) return `PROCESS ${word}: ${message ?? 'not possible'}`;
    this.#steps.push({ step, character: state.robot });
    this.#follow(step);
    return null;
  }

  rewind(count: number) {
    if (this.steps === count) return;
    const steps = this.#steps.slice(0, count);
    this.simulator.reset();
    this.#steps.length = 0;
    this.#moved.clear();
    for (const { step, character } of steps) {
      this.simulator.state.actAs(character);
      this.carryOut(step, step.action.verb);
    }
  }

  heldBy(character: number): readonly number[] {
    const { state } = this.simulator;
    return [...state.targetsOf(character, 'HOLDS_RH'), ...state.targetsOf(character, 'HOLDS_LH')];
  }

  measure(): Measured[] {
    const { state } = this.simulator;
    const { nodes } = this;
    return nodes.flatMap(({ id, category, class_name, properties }, index) => {
      if (this.#placeOf(index) === null) return [];
      const room = category === 'Rooms' ? NONE : state.roomOf(index);
      return {
        ...{ id, category, class_name, properties },
        box: this.boxOf(index),
        room: room === NONE ? null : (nodes[room]!.bounding_box as Measured['room']),
        isHidden: state.isHidden(index),
      };
    });
  }

  boxOf(index: number): Readonly<{ center: Vector; size: Vector }> {
    const size = this.nodes[index]?.bounding_box?.size ?? [0, 0, 0];
    return { center: [...(this.#placeOf(index) ?? [0, 0, 0])] as Vector, size };
  }

  #placeOf(index: number): Position | null {
    return this.#moved.get(index) ?? this.nodes[index]?.bounding_box?.center ?? null;
  }

  #follow({ action: { verb }, first, second }: GraphStep) {
    const { state } = this.simulator;
    const { robot } = state;
    if (WALKS.has(verb)) {
      this.#moved.set(robot, this.#placeOf(first) ?? this.#placeOf(state.roomOf(first)) ?? [0, 0, 0]);
    }
    if (second !== NONE) this.#moved.set(first, this.boxOf(second).center);
    if (verb === 'DROP') this.#moved.set(first, this.boxOf(robot).center);
    for (const held of [state.heldIn('right'), state.heldIn('left')]) {
      if (held !== NONE) this.#moved.set(held, this.boxOf(robot).center);
    }
  }
}

export function isCharacter({ class_name }: GraphNode): boolean {
  return class_name === 'character';
}

function unforeseen(_: unknown, expected: string): never {
  throw new Error(`The server's own graph has no ${expected}`);
}
