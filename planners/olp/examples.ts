/** FOON texts with comments `# Objective: …` and `# Step: …` in or above each unit. */
import type { Foon, FunctionalUnit, ObjectNode, ObjectState } from '../foon/foon.ts';
import type { FoonLayout } from '../foon/foon_layout.ts';
import { readFoon } from '../foon/read_foon.ts';

export function stateText(state: ObjectState): string {
  if (state.kind === 'related') return `${state.label} ${state.object}`;
  if (state.kind === 'contents') return `${state.label} ${state.ingredients.join(', ')}`.trimEnd();
  return state.label;
}

const RELATIONS = [
  ['on', /^(?:(?:is|stacked|placed|lies|rests)\s+)?(?:on\s+top\s+of|on|upon)\s+(?:the\s+)?(\S.*)$/i],
  ['in', /^(?:(?:is|held)\s+)?(?:inside\s+of|inside|in)\s+(?:the\s+)?(\S.*)$/i],
  ['under', /^(?:is\s+)?(?:underneath|under|beneath|below)\s+(?:the\s+)?(\S.*)$/i],
] as const;

const CONTENTS = /^(?:contains|containing)\s+(\S.*)$/i;

export function readState(text: string): ObjectState {
  const words = text.trim().replace(/(?<!\s)\s*\.$/, '');
  for (const [label, pattern] of RELATIONS) {
    const object = pattern.exec(words)?.[1];
    if (object !== undefined) return { kind: 'related', label, object };
  }
  const contents = CONTENTS.exec(words)?.[1];
  if (contents === undefined) return { kind: 'plain', label: words };
  const names = contents
    .replaceAll(/[{}]/g, '')
    .split(/,|\band\b/)
    .map((name) => name.trim());
  return { kind: 'contents', label: 'contains', ingredients: names.filter((name) => name !== '') };
}

export type Example = Readonly<{ objective: string; instructions: readonly string[]; foon: Foon }>;

export function readExample(text: string, path: string): Example {
  const { foon, layout } = readFoon(text, path);
  const { objective, steps } = commentsOf(layout);
  const instructions = foon.units.map((unit, index) => steps.get(index) ?? plainInstruction(unit));
  return { objective: objective ?? instructions.join(' '), instructions, foon };
}

export function exampleSketch({ objective, instructions }: Example): string {
  return [`Objective: ${objective}`, ...instructions.map((step, index) => `${index + 1}. ${step}`)].join('\n');
}

export function exampleJson({ foon, instructions }: Example): string {
  const names = new Set(foon.units.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ label }) => label)));
  const steps = foon.units.map((unit, index) => stepJson(unit, index + 1, instructions[index] ?? ''));
  return `{"all_objects": ${listText([...names])},\n "plan": [\n${steps.join(',\n')}]}`;
}

function commentsOf({ lines }: FoonLayout): { objective: string | undefined; steps: Map<number, string> } {
  let objective: string | undefined;
  let unit = 0;
  const steps = new Map<number, string>();
  for (const line of lines) {
    if (line.kind === 'unit_end') unit++;
    if (line.kind !== 'aside') continue;
    objective ??= /^#\s*Objective:\s*(\S.*)$/.exec(line.text)?.[1]?.trim();
    const step = /^#\s*Step:\s*(\S.*)$/.exec(line.text)?.[1]?.trim();
    if (step !== undefined) steps.set(unit, step);
  }
  return { objective, steps };
}

function plainInstruction({ motion, inputs }: FunctionalUnit) {
  const verb = `${motion.label.slice(0, 1).toUpperCase()}${motion.label.slice(1)}`;
  return `${verb}: ${inputs.map(({ label }) => label).join(', ')}.`;
}

function stepJson({ inputs, motion, outputs }: FunctionalUnit, number: number, instruction: string) {
  const names = [...new Set([...inputs, ...outputs].map(({ label }) => label))];
  const states = names.map((name) => {
    const preconditions = listText(statesOf(name, inputs));
    return `    ${JSON.stringify(name)}: {"preconditions": ${preconditions}, "effects": ${listText(statesOf(name, outputs))}}`;
  });
  return [
    `  {"step": ${number},`,
    `   "action": ${JSON.stringify(motion.label)},`,
    `   "required_objects": ${listText(names)},`,
    '   "object_states": {',
    `${states.join(',\n')}},`,
    `   "instruction": ${JSON.stringify(instruction)}}`,
  ].join('\n');
}

function statesOf(name: string, nodes: readonly ObjectNode[]) {
  return nodes.filter(({ label }) => label === name).flatMap(({ states }) => states.map(stateText));
}

function listText(texts: readonly string[]) {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
