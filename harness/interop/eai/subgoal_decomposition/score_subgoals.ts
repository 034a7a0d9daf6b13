/**
 * EAI's subgoal decomposition, one answer: subgoals are read, checked, brought about, and the way held against the goal's formula.
 *
 * @module
 */
import type { GraphNodeState, Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import type { FailureClass } from '../action_sequencing/failure_class.ts';
import type { EaiScene } from '../checkout/eai_scene.ts';
import type { EaiTask } from '../checkout/eai_task.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { executeSubgoals, replay, type Way } from './execute_subgoals.ts';
import { readSubgoals } from './read_subgoals.ts';
import { NamelessObject, type Subgoal } from './subgoal_lines.ts';
import { type SubgoalVocabulary, vocabularyFor } from './subgoal_vocabulary.ts';
import { isOfOneMoment, primitivesIn, readTemporalFormula, type TemporalFormula } from './temporal_formula.ts';
import { holdsAlong, type Trajectory } from './trajectory.ts';

export type SubgoalsScore = {
  readonly id: string;
  readonly verdict:
    | 'parsing'
    | 'hallucination'
    | 'argument_number'
    | Exclude<FailureClass, 'additional_step'>
    | 'missed_goals'
    | 'reached_goals';
  readonly executable: boolean;
  readonly hasAdditionalStep: boolean;
};

type Options = { readonly vocabulary: SubgoalVocabulary; readonly quirks: Quirks };

/** Ways through alternatives that are followed. */
const CHOICES_MAX = 64;

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
    const known = vocabularyFor(vocabulary, quirks);
    const subgoals = readSubgoals(answer);
    if (subgoals === null) return this.#grammar('parsing');
    const plans = choices(subgoals, quirks).map((plan) => this.#scorePlan(plan.join(' then '), known, quirks));
    return plans.find(({ verdict }) => verdict === 'reached_goals') ?? plans[0] ?? this.#grammar('parsing');
  }

  #grammar(verdict: 'parsing' | 'hallucination' | 'argument_number'): SubgoalsScore {
    return { id: this.#task.id, verdict, executable: false, hasAdditionalStep: false };
  }

  #scorePlan(text: string, vocabulary: SubgoalVocabulary, quirks: Quirks): SubgoalsScore {
    const formula = readTemporalFormula(text);
    if (formula === null) return this.#grammar('parsing');
    const primitives = primitivesIn(formula);
    const arityOf = (name: string) => vocabulary.states.get(name)?.arity ?? vocabulary.actions.get(name);
    if (primitives.some(({ name }) => arityOf(name) === undefined)) return this.#grammar('hallucination');
    if (isOfOneMoment(formula) === null) return this.#grammar('parsing');
    if (primitives.some(({ name, count }) => arityOf(name) !== count)) return this.#grammar('argument_number');
    if (primitives.some(({ objects }) => objects.some((object) => !this.#isThere(object))))
      return this.#grammar('hallucination');
    const plan = planOf(formula);
    const goal = readTemporalFormula(this.#task.formula ?? '');
    const isUnknown = goal === null || primitivesIn(goal).some(({ name }) => arityOf(name) === undefined);
    if (plan === null || isUnknown) return this.#grammar('parsing');
    return this.#run(plan, goal, { vocabulary, quirks });
  }

  #isThere(object: string): boolean {
    const { nodes, indexOf } = this.#scene.start;
    const [className = '', id] = object.split('.');
    if (id === undefined) return nodes.some((node) => node.className === className);
    return nodes[indexOf.get(Number(id)) ?? -1]?.className === className;
  }

  #run(plan: readonly Subgoal[], goal: TemporalFormula, options: Options): SubgoalsScore {
    const { nodes, robot } = this.#scene.start;
    const isAction = (name: string) => options.vocabulary.actions.has(name);
    let ways: readonly Way[];
    try {
      ways = executeSubgoals(this.#simulator, plan, { robot: `character.${nodes[robot]!.id}`, isAction });
    } catch (error) {
      if (error instanceof NamelessObject) return this.#grammar('parsing');
      throw error;
    }
    const complete = ways.filter(({ isComplete }) => isComplete);
    const inTheEnd = !options.quirks.goal_at_any_time;
    const reached = complete.filter((way) => holdsAlong(goal, this.#trajectory(way, options.vocabulary), { inTheEnd }));
    if (reached.length > 0) return this.#outcome('reached_goals', fewestErrors(reached));
    // An executable way that misses the goal counts no error, as EAI has it.
    if (complete.length > 0) return this.#outcome('missed_goals', { ...complete[0]!, errors: [] });
    const way = fewestErrors(ways);
    return this.#outcome(way.errors.at(-1) as Exclude<FailureClass, 'additional_step'>, way);
  }

  #outcome(verdict: SubgoalsScore['verdict'], { errors, isComplete }: Way): SubgoalsScore {
    const hasAdditionalStep = errors.includes('additional_step');
    return { id: this.#task.id, verdict, executable: isComplete, hasAdditionalStep };
  }

  #trajectory({ done }: Way, vocabulary: SubgoalVocabulary): Trajectory {
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

/** Every way to take one alternative of each subgoal, or the first alone. */
function choices(subgoals: readonly (readonly string[])[], quirks: Quirks): string[][] {
  if (quirks.first_alternative) return [subgoals.map(([first = '']) => first)];
  return subgoals.reduce<string[][]>(
    (all, alternatives) => all.flatMap((plan) => alternatives.map((each) => [...plan, each])).slice(0, CHOICES_MAX),
    [[]],
  );
}

/** The primitives in order; of "or" the first. Null where EAI raises an error: on "not" and quantifiers. */
function planOf(formula: TemporalFormula): Subgoal[] | null {
  switch (formula.kind) {
    case 'primitive':
      return [formula];
    case 'or':
      return planOf(formula.parts[0]!);
    case 'then':
    case 'and': {
      const parts = formula.parts.map((part) => planOf(part));
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
    }
    default:
      return null;
  }
}

/** Of several with as few errors the longest. */
function fewestErrors(ways: readonly Way[]): Way {
  return ways.toSorted((a, b) => a.errors.length - b.errors.length || b.done.length - a.done.length)[0]!;
}

function actionOf(line: string | undefined): { name: string; args: string[] } | null {
  if (line === undefined) return null;
  const args = Array.from(line.matchAll(/<([^<>]+)> \((\d+)\)/g), ([, className, id]) => `${className}.${id}`);
  return { name: /\w+/.exec(line)?.[0] ?? '', args };
}
