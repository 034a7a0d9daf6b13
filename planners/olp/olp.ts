/** OLP, "Bootstrapping Object-Level Planning with Large Language Models" (arXiv 2409.12262). */

import { z } from 'zod';
import type { Message } from '../../cassettes/llm.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import {
  carryOutPlan,
  chatOptions,
  PlanFailure,
  type Reading,
  stopAtFailure,
  type Unusable,
} from '../ask_until_read.ts';
import type { FunctionalUnit } from '../foon/foon.ts';
import { writeFoon } from '../foon/foon_json.ts';
import type { ParseLog } from '../parse_log.ts';
import { planFor, solverOptions } from '../plan_task.ts';
import { type Episode, option, type Planner, type Start } from '../planner.ts';
import { askAtTable, stateText } from '../table_slots.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { exampleJson, exampleSketch, readExample } from './examples.ts';
import { rankExamples } from './rank_examples.ts';
import {
  fixedObject,
  type Grounding,
  issueText,
  nameKey,
  type ObjectLevelPlan,
  readObject,
  readPlan,
  subgoalOf,
} from './read_plan.ts';
import { readList, readPrototype, readSketch } from './read_sketch.ts';

/** The release's defaults, except that no model ranks the examples. */
const optionsSchema = z.strictObject({
  ranking: option.choice(
    ['words', 'embeddings'],
    'words',
    'How to rank examples: by shared words (built in), or by embeddings from a model (paper)',
  ),
  compared: option.choice(
    ['objective', 'instructions'],
    'objective',
    'Part of an example to compare with the task: the objective (release), or the instructions (paper)',
  ),
  examplesMax: option.count(3, [0, 6], 'How many of the six examples the model may choose from'),
  sketchTemperature: option.temperature(0.2, "Sampling temperature of the plan sketch; default: the release's"),
  ...chatOptions,
  ...solverOptions,
});

export type Options = z.infer<typeof optionsSchema>;

const EXAMPLES = ['foon_1', 'foon_2', 'foon_3', 'foon_4', 'foon_5', 'foon_6'] as const;

export const olp: Planner<TabletopObservation, Options> = {
  name: 'olp',
  title: 'OLP',
  worlds: ['tabletop'],
  summary: 'Asks for an object-level plan modelled on examples, grounds it, and plans each step in PDDL',
  options: optionsSchema,
  promptSlots: {
    system: [],
    prototype: ['task', 'objects', 'prototypes'],
    sketch: ['chosen_shown', 'chosen', 'task', 'objects'],
    objects: [],
    plan: ['reference_shown', 'chosen', 'reference'],
    grounding_system: ['task', 'plan'],
    grounding: ['names', 'objects', 'states'],
    again: ['problem'],
    ...Object.fromEntries(EXAMPLES.map((example) => [example, []])),
  },
  privileged: () => false,
  plan: (start, options) => stopAtFailure(plan(start, options)),
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  const { skills: domain = '' } = start;
  const name = domainName(domain);
  if (name === null) throw new PlanFailure('no_domain');
  const { instructions, foon } = await objectLevelPlan(start, options);
  const grounding = await ground(start, options, { instructions, foon });
  let { observation } = start;
  for (const [index, unit] of foon.units.entries()) {
    const goal = subgoalOf(unit, grounding);
    start.note({ kind: 'belief', belief: { unit: index + 1, instruction: instructions[index] ?? '', goal } });
    const problem = tabletopProblem(name, observation, goal);
    const steps = await planFor(start, { purpose: 'unit', domain, problem }, options);
    observation = yield* carryOutPlan(planActions(steps, observation.blocks), observation);
  }
}

/** Section III-B. */
async function objectLevelPlan(start: Start<TabletopObservation>, options: Options): Promise<ObjectLevelPlan> {
  const objects = objectCounts(start.observation.blocks);
  const sketchOptions = { ...options, temperature: options.sketchTemperature };
  const { prompts, instruction, llm } = start;
  const all = EXAMPLES.map((name) => readExample(prompts.render(name, {}), `${prompts.set}/${name}.txt`));
  const examples = await rankExamples(instruction, all, { llm, options });
  let chat: readonly Message[] = [{ role: 'system', content: prompts.render('system', {}) }];
  let chosen = 1;
  if (examples.length > 0) {
    const prototypes = examples
      .map((example, index) => `Prototype #${index + 1}\n${exampleSketch(example)}`)
      .join('\n\n');
    const read = (reply: string, log: ParseLog) => readPrototype(reply, examples.length, log);
    const question = { chat, prompt: 'prototype', slots: { objects, prototypes }, read };
    ({ value: chosen, chat } = await askAtTable(start, question, sketchOptions));
  }
  const slots = { objects, chosen_shown: examples.length > 0, chosen: String(chosen) };
  const sketchQuestion = { chat, prompt: 'sketch', purpose: 'plan_sketch', slots, read: readSketch };
  const sketchReply = await askAtTable(start, sketchQuestion, sketchOptions);
  start.note({ kind: 'belief', belief: { sketch: sketchReply.value } });
  const listQuestion = { chat: sketchReply.chat, prompt: 'objects', purpose: 'used_objects', read: readList };
  const listReply = await askAtTable(start, listQuestion, options);
  const example = examples[chosen - 1];
  const reference = example === undefined ? '' : exampleJson(example);
  const planSlots = { reference_shown: example !== undefined, chosen: String(chosen), reference };
  const ofPlan = { prompt: 'plan', purpose: 'object_level_plan', slots: planSlots, read: readPlan };
  const { value } = await askAtTable(start, { chat: listReply.chat, ...ofPlan }, options);
  start.note({ kind: 'belief', belief: { foon: writeFoon(value.foon) } });
  return value;
}

export function objectCounts(blocks: readonly string[]): string {
  const kinds = Map.groupBy(blocks, (block) => block.replace(/_\d+$/, '').replaceAll('_', ' '));
  return Array.from(kinds, ([kind, { length }]) => `- ${kind}: ${length}`).join('\n');
}

/** Section IV-A. */
async function ground(
  start: Start<TabletopObservation>,
  options: Options,
  { instructions, foon }: ObjectLevelPlan,
): Promise<Grounding> {
  const { blocks } = start.observation;
  const names = namesToGround(foon.units);
  const plan = instructions.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const content = start.prompts.render('grounding_system', { task: start.instruction, plan });
  const chat: readonly Message[] = [{ role: 'system', content }];
  const slots = { names: bulletList(names), objects: bulletList(blocks), states: stateText(start.observation) };
  const read = (reply: string, log: ParseLog) => readGrounding(reply, { names, blocks }, log);
  const { value } = await askAtTable(start, { chat, prompt: 'grounding', slots, read }, options);
  const pairs = names.map((name) => [name, value.get(nameKey(name)) ?? null]);
  start.note({ kind: 'belief', belief: { grounding: Object.fromEntries(pairs) } });
  return value;
}

function bulletList(names: readonly string[]) {
  return names.map((name) => `- ${name}`).join('\n');
}

const MappingJson = z.record(z.string().max(200), z.union([z.string().max(200), z.null()]), {
  error: 'an object whose values are strings',
});

export function namesToGround(units: readonly FunctionalUnit[]): string[] {
  const outputs = units.flatMap((unit) => unit.outputs).filter(({ label }) => fixedObject(label) === undefined);
  const names = outputs.flatMap(({ label, states }) => {
    return [label, ...states.flatMap((state) => (state.kind === 'related' ? [state.object] : []))];
  });
  const spellings = Map.groupBy(names, nameKey);
  return Array.from(spellings.values(), ([first]) => first!).filter((name) => fixedObject(name) === undefined);
}

export function readGrounding(
  reply: string,
  { names, blocks }: Readonly<{ names: readonly string[]; blocks: readonly string[] }>,
  log: ParseLog,
): Reading<Grounding> {
  const json = readObject(reply, log);
  if (!json.ok) return json;
  const { line } = json;
  const mapping = MappingJson.safeParse(json.value);
  const refuse = (failure: 'schema' | 'grounding', text: string, problem: string): Unusable => {
    log.discard(failure === 'schema' ? 'malformed' : 'argument', { line, text }, problem);
    return { ok: false, failure, problem };
  };
  if (!mapping.success)
    return refuse('schema', reply, `the mapping does not have the required form: ${issueText(mapping.error)}`);
  const answers = new Map(Object.entries(mapping.data).map(([name, block]) => [nameKey(name), block]));
  const spelling = new Map(blocks.map((block) => [block.toLowerCase(), block]));
  const grounding = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const name of names) {
    const answer = answers.get(nameKey(name));
    if (answer === undefined || answer === null)
      return refuse('grounding', name, `"${name}" is not mapped to an object`);
    const block = spelling.get(answer.trim().toLowerCase());
    if (block === undefined)
      return refuse('grounding', name, `"${name}" is mapped to "${answer}", which does not exist`);
    const other = owners.get(block);
    if (other !== undefined) return refuse('grounding', name, `"${other}" and "${name}" are both mapped to "${block}"`);
    grounding.set(nameKey(name), block);
    owners.set(block, name);
  }
  for (const name of Object.keys(mapping.data)) {
    if (!grounding.has(nameKey(name))) log.discard('not_asked', { line, text: name }, 'not a name to ground');
  }
  return { ok: true, value: grounding, accepted: grounding.size };
}
