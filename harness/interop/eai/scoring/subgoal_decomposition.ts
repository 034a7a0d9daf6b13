import { z } from 'zod';
import { parsedJson } from '../../../../envs/checked_json.ts';
import type { GraphNodeState, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import type { EaiCheckout } from '../checkout/checkout.ts';
import { type EaiScene, readEaiScene } from '../checkout/scene.ts';
import { type EaiTask, readTasks } from '../checkout/tasks.ts';
import { type Evaluation, type Scored, share } from './evaluation.ts';
import { type DoneStep, executeLine, type FailureClass } from './plan_run.ts';
import type { Quirks } from './quirks.ts';
import {
  holdsAlong,
  isStateFormula,
  primitivesIn,
  readTemporalFormula,
  type TemporalFormula,
  type Trajectory,
} from './temporal_formula.ts';

export const subgoalDecomposition: Evaluation<SubgoalsScore> = (checkout) => {
  const tasks = readTasks(checkout);
  const vocabulary = readVocabulary(checkout);
  return {
    task(id) {
      const scorer = new SubgoalScorer(tasks.get(id)!, readEaiScene(checkout, id));
      return (answers, quirks) => scorer.score(answers.get(id) ?? '', { vocabulary, quirks });
    },
    summarize,
  };
};

const ERRORS = ['parsing', 'hallucination', 'argument_number', 'wrong_order', 'missing_step', 'affordance'] as const;

function summarize(scores: readonly SubgoalsScore[]): Scored {
  const tasks = (name: string, holds: (score: SubgoalsScore) => boolean) =>
    share(name, scores.filter(holds).length, scores.length);
  return {
    metrics: [
      tasks('success', ({ verdict }) => verdict === 'reached_goals'),
      tasks('executable', ({ executable }) => executable),
      ...ERRORS.map((error) => tasks(error, ({ verdict }) => verdict === error)),
      tasks('additional_step', ({ hasAdditionalStep }) => hasAdditionalStep),
    ],
    verdicts: scores.map(({ id, verdict }) => ({ id, verdict })),
  };
}

type SubgoalsScore = Readonly<{
  id: string;
  verdict: (typeof ERRORS)[number] | 'missed_goals' | 'reached_goals';
  executable: boolean;
  hasAdditionalStep: boolean;
}>;

type Options = Readonly<{ vocabulary: SubgoalVocabulary; quirks: Quirks }>;

const PLANS_MAX = 64;

export class SubgoalScorer {
  readonly #task: EaiTask;
  readonly #scene: EaiScene;
  readonly #simulator: VirtualHomeSimulator;

  constructor(task: EaiTask, scene: EaiScene) {
    this.#task = task;
    this.#scene = scene;
    this.#simulator = new VirtualHomeSimulator(scene.start, defectsOf('eai'));
  }

  score(answer: string, { vocabulary, quirks }: Options): SubgoalsScore {
    const actions = quirks.pour_unknown ? vocabulary.actions : new Map([...vocabulary.actions, ['POUR', 2]]);
    const extended = { ...vocabulary, actions };
    const subgoals = readSubgoals(answer);
    if (subgoals === null) return this.#unexecuted('parsing');
    const scores = alternativePlans(subgoals, quirks).map((plan) =>
      this.#scorePlan(plan.join(' then '), extended, quirks),
    );
    return scores.find(({ verdict }) => verdict === 'reached_goals') ?? scores[0] ?? this.#unexecuted('parsing');
  }

  #unexecuted(verdict: 'parsing' | 'hallucination' | 'argument_number'): SubgoalsScore {
    return { id: this.#task.id, verdict, executable: false, hasAdditionalStep: false };
  }

  #scorePlan(text: string, vocabulary: SubgoalVocabulary, quirks: Quirks): SubgoalsScore {
    const formula = readTemporalFormula(text);
    if (formula === null) return this.#unexecuted('parsing');
    const primitives = primitivesIn(formula);
    const arityOf = (name: string) => vocabulary.states.get(name)?.arity ?? vocabulary.actions.get(name);
    if (primitives.some(({ name }) => arityOf(name) === undefined)) return this.#unexecuted('hallucination');
    if (isStateFormula(formula) === null) return this.#unexecuted('parsing');
    if (primitives.some(({ name, count }) => arityOf(name) !== count)) return this.#unexecuted('argument_number');
    if (primitives.some(({ objects }) => objects.some((object) => !this.#isInScene(object))))
      return this.#unexecuted('hallucination');
    const plan = planOf(formula);
    const goal = readTemporalFormula(this.#task.formula ?? '');
    const isUnknown = goal === null || primitivesIn(goal).some(({ name }) => arityOf(name) === undefined);
    if (plan === null || isUnknown) return this.#unexecuted('parsing');
    return this.#scoreExecutions(plan, goal, { vocabulary, quirks });
  }

  #isInScene(object: string): boolean {
    const { nodes, indexOf } = this.#scene.start;
    const [className = '', id] = object.split('.');
    if (id === undefined) return nodes.some((node) => node.className === className);
    return nodes[indexOf.get(Number(id)) ?? -1]?.className === className;
  }

  #scoreExecutions(plan: readonly Subgoal[], goal: TemporalFormula, options: Options): SubgoalsScore {
    const { nodes, robot } = this.#scene.start;
    const isAction = (name: string) => options.vocabulary.actions.has(name);
    let executions: readonly Execution[];
    try {
      executions = executeSubgoals(this.#simulator, plan, { robot: `character.${nodes[robot]!.id}`, isAction });
    } catch (error) {
      if (error instanceof MissingIdError) return this.#unexecuted('parsing');
      throw error;
    }
    const complete = executions.filter(({ isComplete }) => isComplete);
    const atEnd = !options.quirks.goal_at_any_time;
    const reached = complete.filter((execution) =>
      holdsAlong(goal, this.#trajectory(execution, options.vocabulary), { atEnd }),
    );
    if (reached.length > 0) return this.#outcome('reached_goals', fewestErrors(reached));
    // as in EAI, without the errors on the way
    if (complete.length > 0) return this.#outcome('missed_goals', { ...complete[0]!, errors: [] });
    const best = fewestErrors(executions);
    // an additional step stops no execution
    return this.#outcome(best.errors.at(-1) as Exclude<FailureClass, 'additional_step'>, best);
  }

  #outcome(verdict: SubgoalsScore['verdict'], { errors, isComplete }: Execution): SubgoalsScore {
    const hasAdditionalStep = errors.includes('additional_step');
    return { id: this.#task.id, verdict, executable: isComplete, hasAdditionalStep };
  }

  #trajectory({ done }: Execution, vocabulary: SubgoalVocabulary): Trajectory {
    const { state } = this.#simulator;
    const { indexOf, nodes } = this.#scene.start;
    const nodeOf = (object = '') => indexOf.get(Number(object.split('.')[1])) ?? -1;
    return {
      length: done.length + 1,
      objects: nodes.map(({ className, id }) => `${className}.${id}`),
      isAction: (name) => vocabulary.actions.has(name),
      action: (at) => actionOf(done[at]),
      holds: (at, name, args) => {
        replay(this.#simulator, done.slice(0, at));
        const [from, to] = args.map((arg) => nodeOf(arg));
        const word = vocabulary.states.get(name)?.simulator ?? name;
        if (from === undefined || from < 0) return false;
        if (to === undefined) return state.statesOf(from).includes(word as GraphNodeState);
        return to >= 0 && state.hasEdge(from, word as Relation, to);
      },
    };
  }
}

function alternativePlans(subgoals: readonly (readonly string[])[], quirks: Quirks): string[][] {
  if (quirks.first_alternative) return [subgoals.map(([first = '']) => first)];
  return subgoals.reduce<string[][]>(
    (all, alternatives) => all.flatMap((plan) => alternatives.map((each) => [...plan, each])).slice(0, PLANS_MAX),
    [[]],
  );
}

/** Null for `not` and quantifiers, on which EAI raises an error. */
function planOf(formula: TemporalFormula): Subgoal[] | null {
  if (formula.kind === 'primitive') return [formula];
  if (formula.kind === 'or') return planOf(formula.parts[0]!);
  if (formula.kind !== 'then' && formula.kind !== 'and') return null;
  const parts = formula.parts.map((part) => planOf(part));
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

function fewestErrors(executions: readonly Execution[]): Execution {
  return executions.toSorted((a, b) => a.errors.length - b.errors.length || b.done.length - a.done.length)[0]!;
}

function actionOf(line: string | undefined): { name: string; args: string[] } | null {
  if (line === undefined) return null;
  const args = Array.from(line.matchAll(/<([^<>]+)> \((\d+)\)/g), ([, className, id]) => `${className}.${id}`);
  return { name: /\w+/.exec(line)?.[0] ?? '', args };
}

const WITHOUT_ARGUMENTS = ['SLEEP', 'WAKEUP', 'STANDUP'];

/** Reads `{"output": ["NEXT_TO(character.65, lamp.7) or …", …]}` as alternatives. */
function readSubgoals(answer: string): readonly (readonly string[])[] | null {
  const [object = ''] = /\{[^{}]*\}/.exec(answer.trim().replaceAll('}}', '}')) ?? [];
  const document = parsedJson(object) as { output?: unknown } | undefined;
  const output = document !== undefined && Object.hasOwn(document, 'output') ? document.output : null;
  if (!Array.isArray(output) || !output.every((subgoal) => typeof subgoal === 'string')) return null;
  return output
    .map((subgoal) => subgoal.trim())
    .filter((subgoal) => WITHOUT_ARGUMENTS.includes(subgoal) || hasPrimitive(subgoal))
    .map((subgoal) => (WITHOUT_ARGUMENTS.includes(subgoal) ? [`${subgoal}()`] : subgoal.split(' or ')));
}

function hasPrimitive(text: string): boolean {
  return text.split('\n').some((line) => {
    const at = line.search(/\w\(/);
    return at >= 0 && line.includes(')', at);
  });
}

const vocabularySchema = z.object({
  properties: z.array(z.string()),
  vh_states: z.array(z.string()),
  vh_relations: z.array(z.string()),
  subgoal_actions: z.record(z.string(), z.int()),
  tl_predicates: z.array(z.string()),
  tl_predicates_to_vh: z.record(z.string(), z.string()),
  vh_states_to_tl: z.record(z.string(), z.string()),
  vh_relations_to_tl: z.record(z.string(), z.string()),
});

type SubgoalVocabulary = Readonly<{
  states: ReadonlyMap<string, Readonly<{ arity: number; simulator: string }>>;
  actions: ReadonlyMap<string, number>;
}>;

/** In EAI's vocabulary, BETWEEN has two objects, in its prompt three. */
export function readVocabulary(checkout: EaiCheckout): SubgoalVocabulary {
  const { value } = checkout.json('resources/vocabulary.json', vocabularySchema);
  const { properties, vh_states, vh_relations, vh_states_to_tl, vh_relations_to_tl } = value;
  const arityOf = (name: string, simulator: string) => {
    if (properties.includes(simulator)) return 1;
    if (vh_states.includes(simulator) && vh_states_to_tl[simulator] === name) return 1;
    return vh_relations.includes(simulator) && vh_relations_to_tl[simulator] === name ? 2 : -1;
  };
  const states = value.tl_predicates.map((name) => {
    const simulator = value.tl_predicates_to_vh[name] ?? name;
    return [name, { arity: arityOf(name, simulator), simulator }] as const;
  });
  return { states: new Map(states), actions: new Map(Object.entries(value.subgoal_actions)) };
}

type Subgoal = Extract<TemporalFormula, { kind: 'primitive' }>;

type Execution = Readonly<{ done: readonly string[]; errors: readonly FailureClass[]; isComplete: boolean }>;

type Actor = Readonly<{ robot: string; isAction: (name: string) => boolean }>;

const EXECUTIONS_MAX = 4096;

function executeSubgoals(
  simulator: VirtualHomeSimulator,
  subgoals: readonly Subgoal[],
  actor: Actor,
): readonly Execution[] {
  const stopped: Execution[] = [];
  let executions: Execution[] = [{ done: [], errors: [], isComplete: false }];
  for (const subgoal of subgoals) {
    const next: Execution[] = [];
    for (const execution of executions) {
      replay(simulator, execution.done);
      const isHeld = (object: string) => {
        const node = simulator.state.tables.scene.indexOf.get(Number(object.split('.')[1]));
        return node !== undefined && simulator.state.isHeld(node);
      };
      const alternatives = subgoalLines(subgoal, { ...actor, isHeld });
      if (alternatives.length === 0) next.push(execution);
      for (const lines of alternatives) {
        const { isComplete, ...longer } = extendExecution(simulator, execution, lines);
        (isComplete ? next : stopped).push({ ...longer, isComplete: false });
      }
    }
    executions = next.slice(0, EXECUTIONS_MAX);
  }
  return [...stopped, ...executions.map((execution) => ({ ...execution, isComplete: true }))];
}

function replay(simulator: VirtualHomeSimulator, lines: readonly string[]): DoneStep[] {
  simulator.reset();
  return lines.map((line) => {
    const step = simulator.read(line);
    simulator.execute(step);
    return { line, step };
  });
}

function extendExecution(simulator: VirtualHomeSimulator, execution: Execution, lines: readonly string[]): Execution {
  const done = replay(simulator, execution.done);
  const errors = [...execution.errors];
  const isComplete = lines.every((line) => {
    const failure = executeLine(simulator, line, done);
    if (failure !== null) errors.push(failure.class);
    return failure === null || failure.class === 'additional_step';
  });
  return { done: done.map((each) => each.line), errors, isComplete };
}

type Situation = Actor & { readonly isHeld: (object: string) => boolean };

const SWITCHES: Readonly<Record<string, readonly string[]>> = {
  ...{ CLOSED: ['CLOSE'], OPEN: ['OPEN'], ON: ['SWITCHON'], OFF: ['SWITCHOFF'], CLEAN: ['WIPE', 'WASH'] },
  ...{ PLUGGED_IN: ['PLUGIN'], PLUGGED_OUT: ['PLUGOUT'] },
};
const HELD_FIRST = ['DRINK', 'EAT', 'READ'];
const FACED_FIRST = ['LOOKAT', 'WATCH'];

function subgoalLines({ name, args }: Subgoal, situation: Situation): readonly (readonly string[])[] {
  for (const arg of args) scriptObject(arg);
  const [first = '', second = ''] = args;
  if (situation.isAction(name)) return [actionLines(name, args, situation)];
  if (args.length === 1) return (SWITCHES[name] ?? []).map((verb) => [line('FIND', first), line(verb, first)]);
  if (args.length !== 2) return [];
  const grabbed = situation.isHeld(first) ? [] : [line('FIND', first), line('GRAB', first)];
  switch (name) {
    case 'ONTOP':
      if (first === situation.robot) return ['SIT', 'LIE'].map((verb) => [line('FIND', second), line(verb, second)]);
      if (second === situation.robot) return [[line('PUTON', first)]];
      return [[...grabbed, line('FIND', second), line('PUTBACK', first, second)]];
    case 'INSIDE':
      if (first === situation.robot) return [[line('WALK', second)]];
      return ['PUTIN', 'POUR'].map((verb) => [...grabbed, line('FIND', second), line(verb, first, second)]);
    case 'NEXT_TO':
      return first === situation.robot ? [[line('FIND', second)]] : [];
    case 'FACING':
      return [[line('FIND', second), line('TURNTO', second)]];
    case 'HOLDS_RH':
    case 'HOLDS_LH':
      return [[line('FIND', second), line('GRAB', second)]];
    default:
      return [];
  }
}

function actionLines(name: string, args: readonly string[], { isHeld }: Situation): string[] {
  const [first = ''] = args;
  if (HELD_FIRST.includes(name) && !isHeld(first))
    return [line('FIND', first), line('GRAB', first), line(name, ...args)];
  if (FACED_FIRST.includes(name)) return [line('FIND', first), line('TURNTO', first), line(name, ...args)];
  return [...args.map((arg) => line('FIND', arg)), line(name, ...args)];
}

function line(verb: string, ...objects: readonly string[]): string {
  return [`[${verb}]`, ...objects.map((object) => scriptObject(object))].join(' ');
}

class MissingIdError extends Error {
  override readonly name = 'MissingIdError';
}

function scriptObject(object: string): string {
  const [, className, id] = /^([^.]+)\.(\d+)$/.exec(object) ?? [];
  if (className === undefined) throw new MissingIdError(`"${object}" has no id`);
  return `<${className}> (${id})`;
}
