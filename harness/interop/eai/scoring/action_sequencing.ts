import type { GraphNodeState, GraphScene, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import type { Answers } from '../checkout/answers.ts';
import { type EaiScene, readEaiScene } from '../checkout/scene.ts';
import { type EaiTask, type EdgeGoal, type NodeGoal, readTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, share } from './evaluation.ts';
import { type CheckedPlan, checkPlan, NamedObjects, type Naming, namingOf, readPlan } from './plan_answer.ts';
import { type PlanRun, runPlan } from './plan_run.ts';
import { type Quirks, quirksOf } from './quirks.ts';

type ScoredPlan = { readonly task: EaiTask; readonly score: PlanScore };

export const actionSequencing: Evaluation<ScoredPlan> = (checkout) => {
  const tasks = readTasks(checkout);
  const namings = new Map<Answers, Naming>();
  return {
    task(id) {
      const task = tasks.get(id)!;
      const scorer = new PlanScorer(task, readEaiScene(checkout, id));
      return (answers, quirks) => {
        const naming = namings.get(answers) ?? namingIn(answers);
        namings.set(answers, naming);
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

function namingIn(answers: Answers): Naming {
  const plans = Array.from(answers.values(), (answer) => {
    const reading = readPlan(answer, quirksOf('eai'));
    return reading.ok ? reading.actions : [];
  });
  return namingOf(plans);
}

const KINDS = ['nodes', 'edges', 'actions'] as const;
type GoalKind = (typeof KINDS)[number];

function metricsOf(plans: readonly ScoredPlan[]): EaiMetric[] {
  const sum = (count: (plan: ScoredPlan) => number) => plans.reduce((all, plan) => all + count(plan), 0);
  const each = (name: string, count: (score: PlanScore) => number | boolean) => {
    const counted = sum(({ score }) => Number(count(score)));
    return share(name, counted, plans.length);
  };
  const verdict = (name: PlanScore['verdict']) => each(name, (score) => score.verdict === name);
  const goals = (name: string, kinds: readonly GoalKind[]) => {
    const over = (of: (plan: ScoredPlan, kind: GoalKind) => number) =>
      sum((plan) => kinds.reduce((all, kind) => all + of(plan, kind), 0));
    const wanted = over(({ task }, kind) => task[kind].length);
    return share(
      name,
      over(({ score }, kind) => score.reached[kind]),
      wanted,
    );
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

type PlanScore = {
  readonly id: string;
  /** `reached_goals` and `missed_goals` mean executed plans. */
  readonly verdict:
    | Extract<CheckedPlan, { ok: false }>['error']
    | NonNullable<PlanRun['stop']>['class']
    | 'reached_goals'
    | 'missed_goals';
  readonly what: string | null;
  readonly success: boolean;
  readonly executable: boolean;
  readonly additionalSteps: number;
  /** As in EAI, a non-JSON answer counts twice. */
  readonly parsingErrors: number;
  readonly reached: ReachedGoals;
};

const NONE = { success: false, additionalSteps: 0, parsingErrors: 0, reached: { nodes: 0, edges: 0, actions: 0 } };

export class PlanScorer {
  readonly #task: EaiTask;
  readonly #scene: EaiScene;
  readonly #objects: NamedObjects;
  readonly #simulator: VirtualHomeSimulator;

  constructor(task: EaiTask, scene: EaiScene) {
    this.#task = task;
    this.#scene = scene;
    this.#objects = new NamedObjects(scene);
    this.#simulator = new VirtualHomeSimulator(scene.start, defectsOf('eai'));
  }

  isScored(quirks: Quirks): boolean {
    const { nodes, edges, actions } = this.#task;
    if (nodes.length + edges.length + actions.length === 0) return quirks.empty_goals_pass;
    if (!quirks.one_edge_counts) return true;
    const reached = reachedGoals(this.#task, { test: testOfScene(this.#scene.end), done: [], quirks });
    return reached.nodes === nodes.length && reached.edges === edges.length;
  }

  score(answer: string, { naming, quirks }: { readonly naming: Naming; readonly quirks: Quirks }): PlanScore {
    const { id } = this.#task;
    const reading = readPlan(answer, quirks);
    const plan = checkPlan(reading, { objects: this.#objects, naming, quirks });
    if (!plan.ok) {
      const twice = !reading.ok && reading.wrong === 'a list that is no JSON' && quirks.not_json_twice;
      const parsingErrors = plan.error !== 'parsing' ? 0 : twice ? 2 : 1;
      return { ...NONE, id, verdict: plan.error, what: plan.what, executable: false, parsingErrors };
    }
    if (quirks.gold_without_credit && plan.lines.join('\n') === this.#scene.program.join('\n')) {
      return { ...NONE, id, verdict: 'missed_goals', what: 'the plan is the recorded program', executable: true };
    }
    const run = runPlan(this.#simulator, plan.lines);
    const reached = reachedGoals(this.#task, { test: testOfState(this.#simulator.state), done: run.done, quirks });
    const { executable, stop } = run;
    const areAllReached = KINDS.every((kind) => reached[kind] === this.#task[kind].length);
    const success = areAllReached && (executable || quirks.goals_after_stop);
    return {
      id,
      verdict: stop?.class ?? (success ? 'reached_goals' : 'missed_goals'),
      what: stop?.what ?? null,
      success,
      executable,
      additionalSteps: quirks.additional_steps_each ? run.additionalSteps : Math.min(1, run.additionalSteps),
      parsingErrors: 0,
      reached,
    };
  }
}

type ReachedGoals = Readonly<Record<GoalKind, number>>;

type GoalTest = { readonly node: (goal: NodeGoal) => boolean; readonly edge: (goal: EdgeGoal) => boolean };

function testOfState(state: GraphView): GoalTest {
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
  { test, done, quirks }: { readonly test: GoalTest; readonly done: readonly string[]; readonly quirks: Quirks },
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

/** Counts groups found in sequence before the first miss; the first member found stands for its group. */
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
