import { parsedJson } from '../../../../envs/checked_json.ts';
import type { GraphNodeState, GraphScene, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import { scriptLine } from '../../../../envs/household/virtualhome/scripts/script_line.ts';
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { memoize } from '../../../../envs/memoize.ts';
import { sum } from '../../../trace/metrics/numbers.ts';
import { type Answers, unclosedAnswerText } from '../checkout/checkout.ts';
import { type EaiScene, readEaiScene } from '../checkout/scene.ts';
import { type EaiTask, type EdgeGoal, type NodeGoal, readTasks } from '../checkout/tasks.ts';
import { type EaiMetric, type Evaluation, share } from './evaluation.ts';
import { type PlanRun, runPlan } from './plan_run.ts';
import { type Quirks, quirksOf } from './quirks.ts';

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
    summarize: (plans) => ({
      metrics: metricsOf(plans),
      verdicts: plans.map(({ score: { id, verdict, what } }) => ({ id, verdict, what })),
    }),
  };
};

const KINDS = ['nodes', 'edges', 'actions'] as const;
type GoalKind = (typeof KINDS)[number];

function metricsOf(plans: readonly ScoredPlan[]): EaiMetric[] {
  const perPlan = (name: string, count: (score: PlanScore) => number | boolean) =>
    share(name, sum(plans.map(({ score }) => Number(count(score)))), plans.length);
  const verdict = (name: PlanScore['verdict']) => perPlan(name, (score) => score.verdict === name);
  const goals = (name: string, kinds: readonly GoalKind[]) => {
    const total = (count: (plan: ScoredPlan, kind: GoalKind) => number) =>
      sum(plans.flatMap((plan) => kinds.map((kind) => count(plan, kind))));
    const reached = total(({ score }, kind) => score.reached[kind]);
    return share(
      name,
      reached,
      total(({ task }, kind) => task[kind].length),
    );
  };
  return [
    perPlan('success', ({ success }) => success),
    perPlan('executable', ({ executable }) => executable),
    perPlan('parsing', ({ parsingErrors }) => parsingErrors),
    ...(['hallucination', 'argument_number', 'wrong_order', 'missing_step', 'affordance'] as const).map(verdict),
    perPlan('additional_step', ({ additionalSteps }) => additionalSteps),
    goals('node_goals', ['nodes']),
    goals('edge_goals', ['edges']),
    goals('action_goals', ['actions']),
    goals('all_goals', KINDS),
    perPlan('cannot_be_scored', (score) => score.verdict === 'crash'),
  ];
}

type PlanScore = Readonly<{
  id: string;
  verdict: PlanError | NonNullable<PlanRun['stop']>['class'] | 'reached_goals' | 'missed_goals';
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
      const isDoubled = !reading.ok && reading.problem === NOT_JSON && quirks.not_json_twice;
      const parsingErrors = plan.error !== 'parsing' ? 0 : isDoubled ? 2 : 1;
      return { ...FAILED, id, verdict: plan.error, what: plan.what, executable: false, parsingErrors };
    }
    if (quirks.gold_without_credit && plan.lines.join('\n') === scene.program.join('\n')) {
      return { ...FAILED, id, verdict: 'missed_goals', what: 'the plan equals the recorded program', executable: true };
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

function groupsInText(groups: readonly (readonly string[])[], text: string): number {
  let from = 0;
  for (const [count, names] of groups.entries()) {
    const name = names.find((each) => text.includes(each, from));
    if (name === undefined) return count;
    from = text.indexOf(name, from) + name.length;
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

type PlannedAction = Readonly<{ verb: string; arguments: readonly unknown[] }>;
type PlanReading = Readonly<{ ok: true; actions: readonly PlannedAction[] }> | Readonly<{ ok: false; problem: string }>;

const NOT_JSON = 'a list that is not JSON';
const KEY = /"([\p{L}\p{N}_]+)" ?: ?\[/gu;

/** Reads `{"WALK": ["lamp"]}`. As in EAI, keys may repeat. */
function readPlan(answer: string, quirks: Quirks): PlanReading {
  const text = unclosedAnswerText(answer).replaceAll(/\s+/g, ' ');
  const actions: PlannedAction[] = [];
  KEY.lastIndex = 0;
  for (let key = KEY.exec(text); key !== null; key = KEY.exec(text)) {
    const [start, end] = [KEY.lastIndex, text.indexOf(']', KEY.lastIndex)];
    if (end < 0) break;
    KEY.lastIndex = end;
    if (end === start && quirks.empty_lists_vanish) continue;
    const list = parsedJson(text.slice(start - 1, end + 1));
    if (list === undefined) return { ok: false, problem: NOT_JSON };
    actions.push({ verb: key[1]!, arguments: list as unknown[] });
  }
  return actions.length === 0 ? { ok: false, problem: 'no action' } : { ok: true, actions };
}

/** `["lamp"]` in the paper, `["lamp", 7]` in EAI since 2024-12-24. */
export type Naming = 'names' | 'pairs';

function namingOf(answers: Answers): Naming {
  const isPaired = (answer: string) => {
    const reading = readPlan(answer, quirksOf('eai'));
    return reading.ok && reading.actions.some((action) => action.arguments.some((each) => typeof each === 'number'));
  };
  return [...answers.values()].some(isPaired) ? 'pairs' : 'names';
}

type NamedObject = Readonly<{ className: string; id: number }>;
type ObjectFinder = (words: readonly unknown[], naming: Naming) => readonly NamedObject[] | 'unpaired' | 'unknown';

/** As in EAI, a class without an id means its last object. */
function objectFinder({ start, relevant }: EaiScene): ObjectFinder {
  const byName = new Map<unknown, NamedObject>();
  const byPair = new Map<string, NamedObject>();
  for (const id of relevant) {
    const { className } = start.nodes[start.indexOf.get(id)!]!;
    byName.set(className, { className, id });
    byPair.set(`${className}_${id}`, { className, id });
  }
  return (words, naming) => {
    if (naming === 'pairs' && words.length % 2 !== 0) return 'unpaired';
    const found =
      naming === 'names'
        ? words.map((word) => byName.get(word))
        : words.flatMap((name, at) => (at % 2 === 0 ? [byPair.get(`${name}_${words[at + 1]}`)] : []));
    return found.every((object) => object !== undefined) ? found : 'unknown';
  };
}

const UNARY =
  'DRINK EAT CUT TOUCH LOOKAT WATCH READ TYPE PUSH PULL MOVE SQUEEZE RINSE SCRUB WASH GRAB SWITCHOFF SWITCHON CLOSE FIND ' +
  'WALK OPEN POINTAT PUTOBJBACK RUN SIT TURNTO WIPE PUTON PUTOFF GREET DROP LIE PLUGIN PLUGOUT RELEASE';
const ARITIES: ReadonlyMap<string, number> = new Map([
  ...['SLEEP', 'WAKEUP', 'STANDUP'].map((name) => [name, 0] as const),
  ...UNARY.split(' ').map((name) => [name, 1] as const),
  ...['PUTBACK', 'PUTIN', 'POUR'].map((name) => [name, 2] as const),
]);
const UNKNOWN_TO_SIMULATOR = ['LOOKAT_SHORT', 'LOOKAT_MEDIUM', 'LOOKAT_LONG'];
const UNKNOWN_TO_EVALUATOR = ['PLUGIN', 'PLUGOUT', 'RELEASE'];

/** `crash`: EAI's evaluator raises an error. */
function actionName(word: string, quirks: Quirks): { verb: string; arity: number } | 'unknown' | 'crash' {
  const verb = word.toUpperCase();
  if (UNKNOWN_TO_EVALUATOR.includes(verb) && quirks.prompted_actions_unknown) return 'unknown';
  if (UNKNOWN_TO_SIMULATOR.includes(verb)) return quirks.names_crash ? 'crash' : { verb: 'LOOKAT', arity: 1 };
  const arity = ARITIES.get(verb);
  if (arity === undefined) return 'unknown';
  return verb !== word && quirks.names_crash ? 'crash' : { verb, arity };
}

type PlanError = 'parsing' | 'hallucination' | 'argument_number' | 'crash';
type CheckedPlan =
  | Readonly<{ ok: true; lines: readonly string[] }>
  | Readonly<{ ok: false; error: PlanError; what: string }>;

type CheckOptions = { objectsOf: ObjectFinder; naming: Naming; quirks: Quirks };

function checkPlan(reading: PlanReading, { objectsOf, naming, quirks }: CheckOptions): CheckedPlan {
  const failure = (error: PlanError, what: string) => ({ ok: false, error, what }) as const;
  if (!reading.ok) return failure('parsing', reading.problem);
  const actions = reading.actions.map((action) => ({
    text: `${action.verb}: ${JSON.stringify(action.arguments)}`,
    name: actionName(action.verb, quirks),
    objects: objectsOf(action.arguments, naming),
  }));
  const unpaired = actions.find(({ objects }) => objects === 'unpaired');
  if (unpaired !== undefined) return failure('parsing', `a name without an id in ${unpaired.text}`);
  const unknown =
    actions.find(({ name }) => name === 'unknown') ?? actions.find(({ objects }) => objects === 'unknown');
  if (unknown !== undefined) return failure('hallucination', unknown.text);
  const lines: string[] = [];
  for (const { text, name, objects } of actions) {
    if (typeof name === 'string' || typeof objects === 'string') return failure('crash', text);
    const { verb, arity } = name;
    if (objects.length !== arity) return failure('argument_number', `${text}; ${verb} takes ${arity}`);
    lines.push(scriptLine(verb, ...objects));
  }
  return { ok: true, lines };
}
