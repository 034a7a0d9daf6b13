/**
 * EAI's action sequencing, one answer: a plan is read, checked, carried out, and its end held against the goals.
 *
 * @module
 */
import { defectsOf } from '../../../../envs/household/virtualhome/virtualhome_defects.ts';
import { VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import type { EaiScene } from '../checkout/eai_scene.ts';
import type { EaiTask } from '../checkout/eai_task.ts';
import type { Quirks } from '../scoring/quirks.ts';
import { type CheckedPlan, checkPlan } from './check_plan.ts';
import { NamedObjects, type Naming } from './named_objects.ts';
import { areAllReached, type ReachedGoals, reachedGoals, testOfScene, testOfState } from './reached_goals.ts';
import { readPlan } from './read_plan.ts';
import { type PlanRun, runPlan } from './run_plan.ts';

export type PlanScore = {
  readonly id: string;
  /** What the plan's end is; `reached_goals` and `missed_goals` were carried out. */
  readonly verdict:
    | Extract<CheckedPlan, { ok: false }>['error']
    | NonNullable<PlanRun['stop']>['class']
    | 'reached_goals'
    | 'missed_goals';
  /** What was wrong, where. */
  readonly what: string | null;
  readonly success: boolean;
  readonly executable: boolean;
  readonly additionalSteps: number;
  /** As EAI counts them: one that is no JSON twice. */
  readonly parsingErrors: number;
  readonly reached: ReachedGoals;
};

const NOTHING: ReachedGoals = { nodes: 0, edges: 0, actions: 0 };

/** A task's scene, made ready once for all answers. */
export class PlanScorer {
  readonly task: EaiTask;
  readonly #scene: EaiScene;
  readonly #objects: NamedObjects;
  readonly #simulator: VirtualHomeSimulator;

  constructor(task: EaiTask, scene: EaiScene) {
    this.task = task;
    this.#scene = scene;
    this.#objects = new NamedObjects(scene);
    this.#simulator = new VirtualHomeSimulator(scene.start, defectsOf('eai'));
  }

  /** Whether the task counts. */
  isScored(quirks: Quirks): boolean {
    const { nodes, edges, actions } = this.task;
    if (nodes.length + edges.length + actions.length === 0) return quirks.empty_goals_pass;
    if (!quirks.one_edge_counts) return true;
    const reached = reachedGoals(this.task, { test: testOfScene(this.#scene.end), done: [], quirks });
    return reached.nodes === nodes.length && reached.edges === edges.length;
  }

  score(answer: string, { naming, quirks }: { readonly naming: Naming; readonly quirks: Quirks }): PlanScore {
    const { id } = this.task;
    const reading = readPlan(answer, quirks);
    const plan = checkPlan(reading, { objects: this.#objects, naming, quirks });
    if (!plan.ok) {
      const twice = !reading.ok && reading.wrong === 'a list that is no JSON' && quirks.not_json_twice;
      const parsingErrors = plan.error !== 'parsing' ? 0 : twice ? 2 : 1;
      const none = { success: false, executable: false, additionalSteps: 0, reached: NOTHING };
      return { id, verdict: plan.error, what: plan.what, ...none, parsingErrors };
    }
    if (quirks.gold_without_credit && plan.lines.join('\n') === this.#scene.program.join('\n')) {
      const what = 'the plan is the recorded program';
      const none = { success: false, additionalSteps: 0, reached: NOTHING, parsingErrors: 0 };
      return { id, verdict: 'missed_goals', what, executable: true, ...none };
    }
    return this.#scoreRun(plan.lines, quirks);
  }

  #scoreRun(lines: readonly string[], quirks: Quirks): PlanScore {
    const run = runPlan(this.#simulator, lines);
    const reached = reachedGoals(this.task, { test: testOfState(this.#simulator.state), done: run.done, quirks });
    const { executable, stop } = run;
    const success = areAllReached(this.task, reached) && (executable || quirks.goals_after_stop);
    return {
      id: this.task.id,
      verdict: stop?.class ?? (success ? 'reached_goals' : 'missed_goals'),
      what: stop === null ? null : (stop.message ?? stop.line),
      success,
      executable,
      additionalSteps: quirks.additional_steps_each ? run.additionalSteps : Math.min(1, run.additionalSteps),
      parsingErrors: 0,
      reached,
    };
  }
}
