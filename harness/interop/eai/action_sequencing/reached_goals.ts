/**
 * How many of a task's goals hold in a state, and after which actions.
 *
 * @module
 */
import type { GraphNodeState, GraphScene, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import type { EaiTask, EdgeGoal, NodeGoal } from '../checkout/eai_task.ts';
import type { Quirks } from '../scoring/quirks.ts';

export type ReachedGoals = { readonly nodes: number; readonly edges: number; readonly actions: number };

/** What is asked of a graph, whether it changes or was recorded. */
export type GoalTest = { readonly node: (goal: NodeGoal) => boolean; readonly edge: (goal: EdgeGoal) => boolean };

export function testOfState(state: GraphView): GoalTest {
  const indexOf = (id: number) => state.tables.scene.indexOf.get(id) ?? null;
  return {
    node: (goal) => {
      const node = indexOf(goal.id);
      return node !== null && state.statesOf(node).includes(goal.state as GraphNodeState);
    },
    edge: ({ from_id, relation_type, to_id }) => {
      const [from, to] = [indexOf(from_id), indexOf(to_id)];
      return from !== null && to !== null && state.hasEdge(from, relation_type as Relation, to);
    },
  };
}

export function testOfScene({ nodes, edges, indexOf }: GraphScene): GoalTest {
  return {
    node: (goal) => nodes[indexOf.get(goal.id) ?? -1]?.states.includes(goal.state as GraphNodeState) ?? false,
    edge: (goal) => {
      const [from, to] = [indexOf.get(goal.from_id), indexOf.get(goal.to_id)];
      return edges.some(([a, relation, b]) => a === from && b === to && relation === goal.relation_type);
    },
  };
}

/** `done` are script lines. */
export function reachedGoals(
  { nodes, edges, actions }: EaiTask,
  { test, done, quirks }: { readonly test: GoalTest; readonly done: readonly string[]; readonly quirks: Quirks },
): ReachedGoals {
  const reachedEdges = edges.filter((goal) => test.edge(goal)).length;
  const groups = quirks.groups_reversed ? actions.toReversed() : actions;
  return {
    nodes: nodes.filter((goal) => test.node(goal)).length,
    edges: quirks.one_edge_counts ? Math.min(1, reachedEdges) : reachedEdges,
    actions: quirks.actions_as_substrings ? groupsInText(groups, done.join(' ')) : groupsInOrder(groups, done),
  };
}

/** All that a task asks for. */
export function areAllReached({ nodes, edges, actions }: EaiTask, reached: ReachedGoals): boolean {
  return reached.nodes === nodes.length && reached.edges === edges.length && reached.actions === actions.length;
}

function alternatives(group: string): string[] {
  return group.split('|').map((each) => each.toUpperCase().replaceAll(' ', ''));
}

/** How many groups are found, one behind the other, before the first that is not. Of a group the first that is found counts. */
function groupsInText(groups: readonly string[], text: string): number {
  let from = 0;
  for (const [count, group] of groups.entries()) {
    const found = alternatives(group).find((each) => text.includes(each, from));
    if (found === undefined) return count;
    from = text.indexOf(found, from) + found.length;
  }
  return groups.length;
}

function groupsInOrder(groups: readonly string[], lines: readonly string[]): number {
  const verbs = lines.map((line) => /\w+/.exec(line)?.[0] ?? '');
  let from = 0;
  for (const [count, group] of groups.entries()) {
    const names = alternatives(group);
    const at = verbs.findIndex((verb, index) => index >= from && names.includes(verb));
    if (at < 0) return count;
    from = at + 1;
  }
  return groups.length;
}
