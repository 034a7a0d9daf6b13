/**
 * Refuses a network whose names the text form cannot carry.
 *
 * @module
 */
import { ASSUMED, type Foon, type MotionNode, type ObjectNode, type ObjectState } from './foon.ts';
import { FoonError, quoted } from './foon_error.ts';
import { isName, type NameUse, nameWords } from './names.ts';

/** Throws a FoonError that names the first field which cannot be written. */
export function checkFoon({ sources, units }: Foon): void {
  for (const [index, source] of sources.entries()) checkName(source, 'label', `sources[${index}]`);
  for (const [index, { inputs, motion, outputs }] of units.entries()) {
    for (const [i, node] of inputs.entries()) checkObject(node, `units[${index}].inputs[${i}]`);
    checkMotion(motion, `units[${index}].motion`);
    for (const [i, node] of outputs.entries()) checkObject(node, `units[${index}].outputs[${i}]`);
  }
}

function checkObject(node: ObjectNode, field: string): void {
  checkName(node.label, 'label', `${field}.label`);
  for (const [index, state] of node.states.entries()) checkState(state, `${field}.states[${index}]`);
}

function checkState(state: ObjectState, field: string): void {
  checkName(state.label, 'label', `${field}.label`);
  if (state.kind === 'related') checkName(state.object, 'object', `${field}.object`);
  if (state.kind !== 'contents') return;
  for (const [index, name] of state.ingredients.entries())
    checkName(name, 'ingredient', `${field}.ingredients[${index}]`);
}

function checkMotion({ label, times, performer }: MotionNode, field: string): void {
  checkName(label, 'label', `${field}.label`);
  if (times !== undefined) {
    checkName(times.start, 'time', `${field}.times.start`);
    checkName(times.end, 'time', `${field}.times.end`);
    if (times.start === ASSUMED && times.end === ASSUMED)
      refuse(`${field}.times`, 'no times, where both are assumed', 'both');
  }
  if (performer === undefined) return;
  checkName(performer.name, 'label', `${field}.performer.name`);
  const { successRate } = performer;
  const isRate = Number.isFinite(successRate) && successRate >= 0;
  if (!isRate) refuse(`${field}.performer.successRate`, 'a number from 0 on', String(successRate));
}

function checkName(name: string, use: NameUse, field: string): void {
  if (!isName(name, use)) refuse(field, nameWords(use), quoted(name));
}

function refuse(field: string, expected: string, found: string): never {
  throw new FoonError({ task: 'write', field, expected, found });
}
