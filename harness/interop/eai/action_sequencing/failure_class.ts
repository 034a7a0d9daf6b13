/**
 * What kind of mistake a step is that the simulator refuses.
 *
 * After EAI: a step is additional where what it is to bring about holds already, an affordance error where an object is not made for
 * it, and else a missing step; or one in the wrong order, where what is missing held in an earlier state.
 *
 * @module
 */
import type { Relation } from '../../../../envs/household/virtualhome/graph_scene.ts';

export const FAILURE_CLASSES = ['wrong_order', 'missing_step', 'affordance', 'additional_step'] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** What did not hold, in terms of the graph. `robot` is the character, `anything` any node, `it` what the precondition is about. */
type End = 'robot' | 'it' | 'anything';
export type Missing =
  | { readonly from: End; readonly relations: readonly Relation[]; readonly to: End; readonly isNegated: boolean }
  | { readonly node: End; readonly states: readonly ('SITTING' | 'LYING' | 'OPEN')[]; readonly isNegated: boolean };

const HANDS: readonly Relation[] = ['HOLDS_RH', 'HOLDS_LH'];

/** Precondition of the simulator → what EAI says is missing; null where it names nothing. */
const MISSING: Readonly<Record<string, Missing | null>> = {
  close_to_robot: { from: 'robot', relations: ['CLOSE'], to: 'it', isNegated: false },
  held: { from: 'robot', relations: HANDS, to: 'it', isNegated: false },
  holds_anything: { from: 'robot', relations: HANDS, to: 'anything', isNegated: false },
  free_hand: { from: 'robot', relations: HANDS, to: 'anything', isNegated: true },
  faced: { from: 'robot', relations: ['FACING'], to: 'it', isNegated: false },
  worn: { from: 'it', relations: ['ON'], to: 'robot', isNegated: false },
  // EAI asks for the thing itself to be open, not for what it is in.
  visible: { node: 'it', states: ['OPEN'], isNegated: false },
  upright: { node: 'robot', states: ['SITTING', 'LYING'], isNegated: true },
  // Of the two postures EAI looks at the first.
  resting: { node: 'robot', states: ['LYING'], isNegated: false },
  has_space: null,
  holds_knife: null,
};

/** Preconditions that make a step additional, and the actions for which they do; for all, where none is named. */
const ADDITIONAL: Readonly<Record<string, readonly string[]>> = {
  not_held: [],
  upright: ['SIT', 'LIE'],
  resting: ['STANDUP'],
  is_closed: [],
  is_open: [],
  is_off: [],
  is_on: [],
  not_running: [],
  is_plugged_in: [],
  is_plugged_out: [],
};

/** What kind of failure a precondition is, and of a missing step what was missing. */
export function failureClass(
  verb: string,
  precondition: string,
): { readonly class: Exclude<FailureClass, 'wrong_order'>; readonly missing: Missing | null } {
  const verbs = Object.hasOwn(ADDITIONAL, precondition) ? ADDITIONAL[precondition]! : null;
  if (verbs !== null && (verbs.length === 0 || verbs.includes(verb)))
    return { class: 'additional_step', missing: null };
  if (Object.hasOwn(MISSING, precondition)) return { class: 'missing_step', missing: MISSING[precondition]! };
  return { class: 'affordance', missing: null };
}
