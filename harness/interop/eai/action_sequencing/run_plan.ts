/**
 * A plan carried out in its scene, by the rules of EAI's edition of the simulator: which step stopped it and as what kind of mistake.
 *
 * @module
 */
import { RELATIONS } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import type { GraphStep, VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';
import { type FailureClass, failureClass, type Missing } from './failure_class.ts';

export type PlanRun = {
  /** No step but additional ones was refused. */
  readonly executable: boolean;
  /** The lines that were carried out. The simulator is left in the state after the last. */
  readonly done: readonly string[];
  readonly additionalSteps: number;
  /** What stopped it. */
  readonly stop: {
    readonly class: Exclude<FailureClass, 'additional_step'>;
    readonly line: string;
    readonly message: string | null;
  } | null;
};

/** From the state in which the scene begins. */
export function runPlan(simulator: VirtualHomeSimulator, lines: readonly string[]): PlanRun {
  simulator.reset();
  const done: DoneStep[] = [];
  let additionalSteps = 0;
  let stop: PlanRun['stop'] = null;
  for (const line of lines) {
    const failure = carryOut(simulator, line, done);
    if (failure?.class === 'additional_step') additionalSteps++;
    else if (failure !== null) {
      stop = { class: failure.class, line, message: failure.message };
      break;
    }
  }
  return { executable: stop === null, done: done.map(({ line }) => line), additionalSteps, stop };
}

export type DoneStep = { readonly line: string; readonly step: GraphStep };

/** Adds the step to those that are done, from which the simulator is where it is; or says what kind of mistake it is. */
export function carryOut(
  simulator: VirtualHomeSimulator,
  line: string,
  done: DoneStep[],
): { readonly class: FailureClass; readonly message: string | null } | null {
  const step = simulator.read(line);
  const { ok, message, precondition, about } = simulator.carryOut(step);
  if (ok) {
    done.push({ line, step });
    return null;
  }
  const { class: kind, missing } = failureClass(step.action.verb, precondition ?? '');
  const held = missing !== null && heldBefore(simulator, done, { missing, about });
  return { class: held ? 'wrong_order' : kind, message };
}

/** Whether what is missing held in the scene as it began or after one of the steps; they are carried out once more. */
function heldBefore(
  simulator: VirtualHomeSimulator,
  done: readonly DoneStep[],
  { missing, about }: { readonly missing: Missing; readonly about: number | null },
): boolean {
  const { state } = simulator;
  const it = about === null ? null : (state.tables.scene.indexOf.get(about) ?? null);
  const held = missingParts(missing).map(() => false);
  const look = () => {
    for (const [at, part] of missingParts(missing).entries()) if (holdsIn(state, part, it)) held[at] = true;
  };
  simulator.reset();
  look();
  for (const { step } of done) {
    simulator.act(step);
    look();
  }
  return held.every((each) => each);
}

/** Postures are looked for one by one, each in whatever state. */
function missingParts(missing: Missing): Missing[] {
  return 'node' in missing ? missing.states.map((state) => ({ ...missing, states: [state] })) : [missing];
}

function holdsIn(state: GraphView, missing: Missing, it: number | null): boolean {
  if ('node' in missing) {
    const node = missing.node === 'robot' ? state.robot : it;
    const holds = node !== null && missing.states.some((each) => state.is(node, each));
    return missing.isNegated ? !holds : holds;
  }
  const nodeOf = (end: 'robot' | 'it' | 'anything') => (end === 'robot' ? state.robot : it);
  const from = nodeOf(missing.from);
  const holds = missing.relations.some((relation) => {
    if (from === null || !RELATIONS.includes(relation)) return false;
    if (missing.to === 'anything') return state.targetsOf(from, relation).length > 0;
    const to = nodeOf(missing.to);
    return to !== null && state.hasEdge(from, relation, to);
  });
  return missing.isNegated ? !holds : holds;
}
