import type { GraphNodeState, GraphScene, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { memoize } from '../../../../envs/memoize.ts';
import type { Answers } from '../checkout/answers.ts';
import { type EaiScene, readEaiScene } from '../checkout/scene.ts';
import { type EaiTask, type EdgeGoal, type NodeGoal, readTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, share } from './evaluation.ts';
import { type CheckedPlan, checkPlan, type Naming, namingOf, objectFinder, readPlan } from './plan_answer.ts';
import { type PlanRun, runPlan } from './plan_run.ts';
import type { Quirks } from './quirks.ts';

type ScoredPlan = Readonly<{ task: EaiTask; score: PlanScore }>;

export const actionSequencing: Evaluation<ScoredPlan> = (checkout) => {
  const tasks = readTasks(checkout);
  const namings = new Map<Answers, Naming>();
  return {
    task(id) {
      const task = tasks.get(id)!;
      const scorer = planScorer(task, readEaiScene(checkout, id));
      return (answers, quirks) => {
        const naming = memoize(namings, answers, () => namingOf(answers));
        if (!scorer.isScored(quirks)) return null;
        return { task, score: scorer.score(answers.get(id) ?? '', { naming, quirks }) };
      };
    },
    summed: (plans) => ({
      metrics: metricsOf(plans),
      verdicts: plans.map(({ score: { id, verdict, what } }) => ({ id, verdict, what })),
    }),
  };
};

const KINDS = ['nodes', 'edges', 'actions'] as const;
type GoalKind = (typeof KINDS)[number];

function metricsOf(plans: readonly ScoredPlan[]): EaiMetric[] {
  const each = (name: string, count: (score: PlanScore) => number | boolean) => {
    const sum = plans.reduce((all, { score }) => all + Number(count(score)), 0);
    return share(name, sum, plans.length);
  };
  const verdict = (name: PlanScore['verdict']) => each(name, (score) => score.verdict === name);
  const goals = (name: string, kinds: readonly GoalKind[]) => {
    const over = (of: (plan: ScoredPlan, kind: GoalKind) => number) =>
      plans.flatMap((plan) => kinds.map((kind) => of(plan, kind))).reduce((all, one) => all + one, 0);
    const reached = over(({ score }, kind) => score.reached[kind]);
    const goalCount = over(({ task }, kind) => task[kind].length);
    return share(name, reached, goalCount);
  };
  return [
    each('success', ({ success }) => success),
    each('executable', ({ executable }) => executable),
    each('parsing', ({ parsingErrors }) => parsingErrors),
    ...(['hallucination', 'argument_number', 'wrong_order', 'missing_step', 'affordance'] as const).map(verdict),
    each('additional_step', ({ additionalSteps }) => additionalSteps),
    goals('node_goals', ['nodes']),
    goals('edge_goals', ['edges']),
    goals('action_goals', ['actions']),
    goals('all_goals', KINDS),
    each('cannot_be_scored', (score) => score.verdict === 'crash'),
  ];
}

type PlanScore = Readonly<{
  id: string;
  verdict:
    | Extract<CheckedPlan, { ok: false }>['error']
    | NonNullable<PlanRun['stop']>['class']
    | 'reached_goals'
    | 'missed_goals';
  what: string | null;
  success: boolean;
  executable: boolean;
  additionalSteps: number;
  parsingErrors: number;
  reached: ReachedGoals;
}>;

const FAILED = { success: false, additionalSteps: 0, parsingErrors: 0, reached: { nodes: 0, edges: 0, actions: 0 } };

export function planScorer(task: EaiTask, scene: EaiScene) {
  const objectsOf = objectFinder(scene);
  const simulator = new VirtualHomeSimulator(scene.start, defectsOf('eai'));

  function isScored(quirks: Quirks): boolean {
    if (KINDS.every((kind) => task[kind].length === 0)) return quirks.empty_goals_pass;
    if (!quirks.one_edge_counts) return true;
    const reached = reachedGoals(task, { test: testOfScene(scene.end), done: [], quirks });
    return reached.nodes === task.nodes.length && reached.edges === task.edges.length;
  }

  function score(answer: string, { naming, quirks }: { naming: Naming; quirks: Quirks }): PlanScore {
    const { id } = task;
    const reading = readPlan(answer, quirks);
    const plan = checkPlan(reading, { objectsOf, naming, quirks });
    if (!plan.ok) {
      const twice = !reading.ok && reading.wrong === 'a list that is no JSON' && quirks.not_json_twice;
      const parsingErrors = plan.error !== 'parsing' ? 0 : twice ? 2 : 1;
      return { ...FAILED, id, verdict: plan.error, what: plan.what, executable: false, parsingErrors };
    }
    if (quirks.gold_without_credit && plan.lines.join('\n') === scene.program.join('\n')) {
      return { ...FAILED, id, verdict: 'missed_goals', what: 'the plan is the recorded program', executable: true };
    }
    const { executable, stop, done, additionalSteps } = runPlan(simulator, plan.lines);
    const reached = reachedGoals(task, { test: testOfState(simulator.state), done, quirks });
    const areAllReached = KINDS.every((kind) => reached[kind] === task[kind].length);
    const success = areAllReached && (executable || quirks.goals_after_stop);
    return {
      ...{ id, success, executable, reached, parsingErrors: 0 },
      verdict: stop?.class ?? (success ? 'reached_goals' : 'missed_goals'),
      what: stop?.what ?? null,
      additionalSteps: quirks.additional_steps_each ? additionalSteps : Math.min(1, additionalSteps),
    };
  }

  return { isScored, score };
}

type ReachedGoals = Readonly<Record<GoalKind, number>>;

type GoalTest = Readonly<{ node: (goal: NodeGoal) => boolean; edge: (goal: EdgeGoal) => boolean }>;

function testOfState(state: GraphView): GoalTest {
  const { indexOf } = state.tables.scene;
  return {
    node: (goal) => {
      const node = indexOf.get(goal.id);
      return node !== undefined && state.statesOf(node).includes(goal.state as GraphNodeState);
    },
    edge: ({ from_id, relation_type, to_id }) => {
      const [from, to] = [indexOf.get(from_id), indexOf.get(to_id)];
      return from !== undefined && to !== undefined && state.hasEdge(from, relation_type as Relation, to);
    },
  };
}

function testOfScene({ nodes, edges, indexOf }: GraphScene): GoalTest {
  return {
    node: (goal) => nodes[indexOf.get(goal.id) ?? -1]?.states.includes(goal.state as GraphNodeState) ?? false,
    edge: (goal) => {
      const [from, to] = [indexOf.get(goal.from_id), indexOf.get(goal.to_id)];
      return edges.some(([a, relation, b]) => a === from && b === to && relation === goal.relation_type);
    },
  };
}

function reachedGoals(
  { nodes, edges, actions }: EaiTask,
  { test, done, quirks }: { test: GoalTest; done: readonly string[]; quirks: Quirks },
): ReachedGoals {
  const reachedEdges = edges.filter((goal) => test.edge(goal)).length;
  const groups = (quirks.groups_reversed ? actions.toReversed() : actions).map((group) =>
    group.split('|').map((each) => each.toUpperCase().replaceAll(' ', '')),
  );
  return {
    nodes: nodes.filter((goal) => test.node(goal)).length,
    edges: quirks.one_edge_counts ? Math.min(1, reachedEdges) : reachedEdges,
    actions: quirks.actions_as_substrings ? groupsInText(groups, done.join(' ')) : groupsInOrder(groups, done),
  };
}

/** Counts the groups before the first that is missing; the first action that is found stands for its group. */
function groupsInText(groups: readonly (readonly string[])[], text: string): number {
  let from = 0;
  for (const [count, names] of groups.entries()) {
    const found = names.find((each) => text.includes(each, from));
    if (found === undefined) return count;
    from = text.indexOf(found, from) + found.length;
  }
  return groups.length;
}

function groupsInOrder(groups: readonly (readonly string[])[], lines: readonly string[]): number {
  const verbs = lines.map((line) => /\w+/.exec(line)?.[0] ?? '');
  let from = 0;
  for (const [count, names] of groups.entries()) {
    const at = verbs.findIndex((verb, index) => index >= from && names.includes(verb));
    if (at < 0) return count;
    from = at + 1;
  }
  return groups.length;
}
