/**
 * After EAI: a step is additional where its effect already holds, an affordance error where the object does not
 * allow it, in the wrong order where what is missing held in an earlier state, else a missing step.
 */
import { RELATIONS, type Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';
import type { GraphView } from '../../../../envs/household/virtualhome/graph_view.ts';
import type { GraphStep, VirtualHomeSimulator } from '../../../../envs/household/virtualhome/virtualhome_simulator.ts';

export type FailureClass = 'wrong_order' | 'missing_step' | 'affordance' | 'additional_step';

export type PlanRun = {
  /** The simulator refused additional steps only. */
  readonly executable: boolean;
  /** Executed lines; the simulator stays in the state after the last. */
  readonly done: readonly string[];
  readonly additionalSteps: number;
  /** `what` is the simulator's message, or the line. */
  readonly stop: { readonly class: Exclude<FailureClass, 'additional_step'>; readonly what: string } | null;
};

export function runPlan(simulator: VirtualHomeSimulator, lines: readonly string[]): PlanRun {
  simulator.reset();
  const done: DoneStep[] = [];
  let additionalSteps = 0;
  let stop: PlanRun['stop'] = null;
  for (const line of lines) {
    const failure = carryOut(simulator, line, done);
    if (failure?.class === 'additional_step') additionalSteps++;
    else if (failure !== null) {
      stop = { class: failure.class, what: failure.message ?? line };
      break;
    }
  }
  return { executable: stop === null, done: done.map(({ line }) => line), additionalSteps, stop };
}

export type DoneStep = { readonly line: string; readonly step: GraphStep };

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

function heldBefore(
  simulator: VirtualHomeSimulator,
  done: readonly DoneStep[],
  { missing, about }: { readonly missing: Missing; readonly about: number | null },
): boolean {
  const { state } = simulator;
  const it = about === null ? null : (state.tables.scene.indexOf.get(about) ?? null);
  // Postures are checked one by one, each in any state.
  const parts = 'node' in missing ? missing.states.map((each) => ({ ...missing, states: [each] })) : [missing];
  simulator.reset();
  let left = parts.filter((part) => !holdsIn(state, part, it));
  for (const { step } of done) {
    simulator.act(step);
    left = left.filter((part) => !holdsIn(state, part, it));
  }
  return left.length === 0;
}

function holdsIn(state: GraphView, missing: Missing, it: number | null): boolean {
  if ('node' in missing) {
    const node = missing.node === 'robot' ? state.robot : it;
    const holds = node !== null && missing.states.some((each) => state.is(node, each));
    return missing.isNegated ? !holds : holds;
  }
  const nodeOf = (end: End) => (end === 'robot' ? state.robot : it);
  const from = nodeOf(missing.from);
  const holds = missing.relations.some((relation) => {
    if (from === null || !RELATIONS.includes(relation)) return false;
    if (missing.to === 'anything') return state.targetsOf(from, relation).length > 0;
    const to = nodeOf(missing.to);
    return to !== null && state.hasEdge(from, relation, to);
  });
  return missing.isNegated ? !holds : holds;
}

/** `robot` is the character, `anything` any node, `it` the precondition's object. */
type End = 'robot' | 'it' | 'anything';
type Missing =
  | { readonly from: End; readonly relations: readonly Relation[]; readonly to: End; readonly isNegated: boolean }
  | { readonly node: End; readonly states: readonly ('SITTING' | 'LYING' | 'OPEN')[]; readonly isNegated: boolean };

const HANDS: readonly Relation[] = ['HOLDS_RH', 'HOLDS_LH'];

/** Simulator precondition → what EAI says is missing; null where EAI names nothing. */
const MISSING: Readonly<Record<string, Missing | null>> = {
  close_to_robot: { from: 'robot', relations: ['CLOSE'], to: 'it', isNegated: false },
  held: { from: 'robot', relations: HANDS, to: 'it', isNegated: false },
  holds_anything: { from: 'robot', relations: HANDS, to: 'anything', isNegated: false },
  free_hand: { from: 'robot', relations: HANDS, to: 'anything', isNegated: true },
  faced: { from: 'robot', relations: ['FACING'], to: 'it', isNegated: false },
  worn: { from: 'it', relations: ['ON'], to: 'robot', isNegated: false },
  // EAI requires the object itself to be open, not its container.
  visible: { node: 'it', states: ['OPEN'], isNegated: false },
  upright: { node: 'robot', states: ['SITTING', 'LYING'], isNegated: true },
  // EAI checks only the first of the two postures.
  resting: { node: 'robot', states: ['LYING'], isNegated: false },
  has_space: null,
  holds_knife: null,
};

const ALWAYS_ADDITIONAL = 'not_held is_closed is_open is_off is_on not_running is_plugged_in is_plugged_out'.split(' ');
/** Precondition → actions that it makes additional. */
const ADDITIONAL: Readonly<Record<string, readonly string[]>> = { upright: ['SIT', 'LIE'], resting: ['STANDUP'] };

function failureClass(
  verb: string,
  precondition: string,
): { readonly class: Exclude<FailureClass, 'wrong_order'>; readonly missing: Missing | null } {
  const isAdditional =
    ALWAYS_ADDITIONAL.includes(precondition) ||
    (Object.hasOwn(ADDITIONAL, precondition) && ADDITIONAL[precondition]!.includes(verb));
  if (isAdditional) return { class: 'additional_step', missing: null };
  if (Object.hasOwn(MISSING, precondition)) return { class: 'missing_step', missing: MISSING[precondition]! };
  return { class: 'affordance', missing: null };
}
