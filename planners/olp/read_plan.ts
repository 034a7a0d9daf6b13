/** The JSON plan as a FOON, a functional unit per step (OLP, section III-B). */

import { z } from 'zod';
import type { Fact } from '../../envs/tabletop/observation.ts';
import type { Reading, Unusable } from '../ask_until_read.ts';
import {
  type Foon,
  type FunctionalUnit,
  isName,
  type NonEmpty,
  type ObjectNode,
  type ObjectState,
} from '../foon/foon.ts';
import type { ParseLog } from '../parse_log.ts';
import { readState } from './examples.ts';
import { type JsonReading, jsonFailureText, readJson } from './read_json.ts';

/** "The  Block" → "block" */
export function nameKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/^the /, '');
}

/** Need no grounding (see README, "Grounding"). */
const FIXED_OBJECTS = [
  ['hand', ['hand', 'robot', 'robot hand', "robot's hand", 'gripper']],
  ['table', ['table', 'table surface', 'tabletop', 'work surface']],
  ['air', ['air', 'nothing']],
] as const;

export function fixedObject(name: string): 'hand' | 'table' | 'air' | undefined {
  const key = nameKey(name);
  return FIXED_OBJECTS.find(([, names]) => (names as readonly string[]).includes(key))?.[0];
}

/** `nameKey` of a name → block. */
export type Grounding = ReadonlyMap<string, string>;

/** A functional unit's PDDL goal (OLP, sections III-B and IV-A). */
export function subgoalOf({ outputs }: FunctionalUnit, grounding: Grounding): Fact[] {
  const facts: Fact[] = [['in', 'hand', 'air']];
  for (const { label, states } of outputs) {
    if (fixedObject(label) !== undefined) continue;
    const object = objectOf(label, grounding);
    for (const state of states) {
      if (state.kind === 'related') facts.push(...factsOf(state.label, object, objectOf(state.object, grounding)));
    }
  }
  const unique = new Map(facts.map((fact) => [fact.join(' '), fact]));
  return [...unique.values()];
}

function hasFacts(state: ObjectState): boolean {
  return state.kind === 'related' && factsOf(state.label, 'object', fixedObject(state.object) ?? 'other').length > 0;
}

/** The relations of Figure 5. */
function factsOf(relation: string, object: string, other: string): Fact[] {
  if (relation === 'under') return other === 'air' ? [['on', object, 'air']] : [['under', other, object]];
  if (other === 'air') return [];
  if (relation === 'on') {
    return [
      ['on', other, object],
      ['under', object, other],
    ];
  }
  return relation === 'in' ? [['in', other, object]] : [];
}

function objectOf(name: string, grounding: Grounding) {
  const object = fixedObject(name) ?? grounding.get(nameKey(name));
  if (object === undefined) throw new RangeError(`"${name}" is not grounded`);
  return object;
}

export type ObjectLevelPlan = Readonly<{ instructions: readonly string[]; foon: Foon }>;

/** All exceed a reply of the default length. */
const CHARACTERS_MAX = 50_000;
const STEPS_MAX = 200;
const OBJECTS_MAX = 100;
const STATES_MAX = 20;
const NAME_MAX = 200;

const error = `a name of at most ${NAME_MAX} characters, without brackets, braces, commas and control characters`;
const Name = z
  .string({ error })
  .trim()
  .max(NAME_MAX, { error })
  .refine((name) => isName(name, 'object') && isName(name, 'ingredient'), { error });
const StateText = z
  .string({ error: 'the text of a state' })
  .trim()
  .max(NAME_MAX)
  .refine((state) => isName(state, 'object'), {
    error: 'the text of a state, without brackets and control characters',
  });
const SeveralStates = StateText.transform((state) => state.split(/,\s*(?=(?:on|in|under)\b)/i));
const States = z.union([SeveralStates, z.array(StateText).max(STATES_MAX)], { error: 'a list of states' });

const ObjectStates = z.object({ preconditions: States.default([]), effects: States });

const Step = z.object({
  action: Name,
  required_objects: z.array(Name).max(OBJECTS_MAX).default([]),
  object_states: z
    .record(Name, ObjectStates, { error: 'an object with the states of each required object' })
    .refine((states) => Object.keys(states).length > 0, { error: 'the states of at least one object' })
    .refine((states) => Object.keys(states).length <= OBJECTS_MAX, { error: `at most ${OBJECTS_MAX} objects` }),
  instruction: z.string().max(1000).default(''),
});

const PlanJson = z.object({
  all_objects: z.array(Name).max(OBJECTS_MAX).default([]),
  plan: z.array(Step, { error: 'a list of steps' }).min(1, { error: 'at least one step' }).max(STEPS_MAX),
});

export function readPlan(reply: string, log: ParseLog): Reading<ObjectLevelPlan> {
  const json = readObject(reply, log);
  if (!json.ok) return json;
  const { line } = json;
  const parsed = PlanJson.safeParse(json.value);
  if (!parsed.success) {
    const problem = issueText(parsed.error);
    log.discard('malformed', { line, text: reply.split('\n', line).at(-1) ?? '' }, problem);
    return { ok: false, failure: 'schema', problem: `the plan does not have the required form: ${problem}` };
  }
  const { all_objects, plan } = parsed.data;
  const units = plan.map((step, index) => unitOf(step, index === plan.length - 1));
  const idleStep = units.findIndex((unit) => !unit.outputs.some(isPlannable));
  if (idleStep !== -1) {
    const problem = `step ${idleStep + 1} has no effect of the form "on X", "in X" or "under X"`;
    log.discard('argument', { line, text: plan[idleStep]?.instruction ?? '' }, problem);
    return { ok: false, failure: 'schema', problem };
  }
  const listed = new Set(all_objects.map(nameKey));
  const names = new Set(plan.flatMap(({ object_states }) => Object.keys(object_states)));
  const unlisted = [...names].filter((name) => !listed.has(nameKey(name)));
  log.remarkNames('not in "all_objects"', unlisted);
  const instructions = plan.map(({ instruction }) => instruction);
  return { ok: true, value: { instructions, foon: { sources: [], units } }, accepted: units.length };
}

export function readObject(reply: string, log: ParseLog): Extract<JsonReading, { ok: true }> | Unusable {
  const reading = readJson(reply, CHARACTERS_MAX);
  for (const remark of reading.remarks) log.remark(remark);
  if (reading.ok) return reading;
  const { kind, line } = reading.failure;
  const problem = `${kind === 'cut_off' ? 'the JSON is cut off: ' : ''}${jsonFailureText(reading.failure)}`;
  const text = reply.slice(0, CHARACTERS_MAX).split('\n', line).at(-1) ?? '';
  log.discard(kind === 'too_much' ? 'too_much' : 'malformed', { line, text }, problem);
  return { ok: false, failure: 'parse', problem };
}

function unitOf({ action, object_states }: z.infer<typeof Step>, isLast: boolean): FunctionalUnit {
  const inputs: ObjectNode[] = [];
  const outputs: ObjectNode[] = [];
  for (const [label, { preconditions, effects }] of Object.entries(object_states)) {
    const [before, after] = [statesOf(preconditions), statesOf(effects)];
    const [placesBefore, placesAfter] = [before, after].map((states) => JSON.stringify(states.filter(isPlace)));
    inputs.push({ label, states: before, inMotion: placesBefore !== placesAfter, isGoal: false });
    outputs.push({ label, states: after, inMotion: false, isGoal: isLast });
  }
  const [someInputs, someOutputs] = [inputs, outputs] as unknown as [NonEmpty<ObjectNode>, NonEmpty<ObjectNode>];
  return { inputs: someInputs, motion: { label: action }, outputs: someOutputs };
}

function statesOf(texts: readonly string[]): ObjectState[] {
  return texts.map(readState).filter(({ label }) => label !== '');
}

function isPlannable({ label, states }: ObjectNode) {
  return fixedObject(label) === undefined && states.some(hasFacts);
}

function isPlace({ label }: { label: string }) {
  return label === 'on' || label === 'in';
}

export function issueText({ issues }: z.ZodError): string {
  const issue = issues[0];
  if (issue === undefined) return 'unknown';
  const parts = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, 60)}`));
  const place = parts.join('').replace(/^\./, '');
  return place === '' ? issue.message : `${place}: expected ${issue.message.replace(/^Invalid input: expected /, '')}`;
}
