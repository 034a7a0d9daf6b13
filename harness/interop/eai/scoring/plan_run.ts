/** As in EAI, a failed step is additional if its effect holds, and in the wrong order if the missing fact held earlier. */
import type { Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import type { GraphStep, VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';

export type FailureClass = 'wrong_order' | 'missing_step' | 'affordance' | 'additional_step';

export type PlanRun = ReturnType<typeof runPlan>;

export function runPlan(simulator: VirtualHomeSimulator, lines: readonly string[]) {
  simulator.reset();
  const done: DoneStep[] = [];
  let additionalSteps = 0;
  let stop: Readonly<{ class: Exclude<FailureClass, 'additional_step'>; what: string }> | null = null;
  for (const line of lines) {
    const failure = executeLine(simulator, line, done);
    if (failure?.class === 'additional_step') additionalSteps++;
    else if (failure !== null) {
      stop = { class: failure.class, what: failure.message ?? line };
      break;
    }
  }
  return { executable: stop === null, done: done.map(({ line }) => line), additionalSteps, stop };
}

export type DoneStep = Readonly<{ line: string; step: GraphStep }>;

export function executeLine(simulator: VirtualHomeSimulator, line: string, done: DoneStep[]) {
  const step = simulator.read(line);
  const { ok, message, precondition, about } = simulator.executeAndExplain(step);
  if (ok) {
    done.push({ line, step });
    return null;
  }
  const { class: kind, missing } = failureClass(step.action.verb, precondition ?? '');
  const isWrongOrder = missing !== null && heldEarlier(simulator, done, { missing, about });
  return { class: isWrongOrder ? ('wrong_order' as const) : kind, message };
}

function heldEarlier(
  simulator: VirtualHomeSimulator,
  done: readonly DoneStep[],
  { missing, about }: { missing: readonly Condition[]; about: number | null },
): boolean {
  const { state } = simulator;
  const node = about === null ? null : (state.tables.scene.indexOf.get(about) ?? null);
  const isMissing = (condition: Condition) => !condition(state, node);
  simulator.reset();
  let unmet = missing.filter(isMissing);
  for (const { step } of done) {
    simulator.execute(step);
    unmet = unmet.filter(isMissing);
  }
  return unmet.length === 0;
}

type Condition = (state: GraphView, node: number | null) => boolean;

const HANDS: readonly Relation[] = ['HOLDS_RH', 'HOLDS_LH'];

const isTargetOf =
  (...relations: readonly Relation[]): Condition =>
  (state, node) =>
    node !== null && relations.some((relation) => state.hasEdge(state.robot, relation, node));

const holdsAnything: Condition = (state) => HANDS.some((hand) => state.targetsOf(state.robot, hand).length > 0);

/** Precondition → the facts that EAI reports as missing, if any. */
const MISSING: Readonly<Record<string, readonly Condition[] | null>> = {
  close_to_robot: [isTargetOf('CLOSE')],
  held: [isTargetOf(...HANDS)],
  holds_anything: [holdsAnything],
  free_hand: [(state, node) => !holdsAnything(state, node)],
  faced: [isTargetOf('FACING')],
  worn: [(state, node) => node !== null && state.hasEdge(node, 'ON', state.robot)],
  // in EAI, the object itself, not its container
  visible: [(state, node) => node !== null && state.is(node, 'OPEN')],
  upright: [(state) => !state.is(state.robot, 'SITTING'), (state) => !state.is(state.robot, 'LYING')],
  // in EAI, only the first posture
  resting: [(state) => state.is(state.robot, 'LYING')],
  has_space: null,
  holds_knife: null,
};

const ALWAYS_ADDITIONAL = 'not_held is_closed is_open is_off is_on not_running is_plugged_in is_plugged_out'.split(' ');
const ADDITIONAL: Readonly<Record<string, readonly string[]>> = { upright: ['SIT', 'LIE'], resting: ['STANDUP'] };

function failureClass(verb: string, precondition: string) {
  const isAdditional =
    ALWAYS_ADDITIONAL.includes(precondition) ||
    (Object.hasOwn(ADDITIONAL, precondition) && ADDITIONAL[precondition]!.includes(verb));
  if (isAdditional) return { class: 'additional_step', missing: null } as const;
  if (Object.hasOwn(MISSING, precondition)) return { class: 'missing_step', missing: MISSING[precondition]! } as const;
  return { class: 'affordance', missing: null } as const;
}
