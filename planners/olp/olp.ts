/**
 * OLP: "Bootstrapping Object-Level Planning with Large Language Models", OLP in all comments.
 * A plan sketch, a FOON, grounding, then one PDDL problem a functional unit from the sensed state.
 * Prompts and examples are ours: see README.md, "Decisions".
 */
import type { Message } from '../../cassettes/llm.ts';
import type { TabletopObservation } from '../../envs/tabletop/observation.ts';
import { carryOutPlan } from '../carry_out_plan.ts';
import { writeFoon } from '../foon/write_foon.ts';
import { planTask } from '../plan_task.ts';
import { type Episode, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { stateText } from '../table_slots.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { ask, type Setting } from './ask.ts';
import { type Example, exampleJson, exampleSketch, readExample } from './examples.ts';
import { objectCounts } from './object_counts.ts';
import { type Grounding, nameKey } from './object_names.ts';
import { type Options, optionsSchema } from './options_schema.ts';
import { rankExamples } from './rank_examples.ts';
import { namesToGround, readGrounding } from './read_grounding.ts';
import { type ObjectLevelPlan, readPlan } from './read_plan.ts';
import { readList, readPrototype, readSketch } from './read_sketch.ts';
import { StageFailure } from './stage_failure.ts';
import { subgoal } from './subgoal.ts';

const EXAMPLES = ['foon_1', 'foon_2', 'foon_3', 'foon_4', 'foon_5', 'foon_6'] as const;

export const olp: Planner<TabletopObservation, Options> = {
  name: 'olp',
  title: 'OLP',
  worlds: ['tabletop'],
  summary: 'Has an object-level plan written after examples, grounds it, and plans each of its steps in PDDL',
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
  plan,
};

async function* plan(start: Start<TabletopObservation>, options: Options): Episode<TabletopObservation> {
  try {
    yield* bootstrap({ start, options });
    yield { kind: 'stop', reason: PLAN_COMPLETED };
  } catch (error) {
    if (!(error instanceof StageFailure)) throw error;
    yield { kind: 'stop', reason: error.reason };
  }
}

/** Throws a StageFailure. */
async function* bootstrap(setting: Setting): Episode<TabletopObservation> {
  const { start } = setting;
  const domain = domainOf(start.skills);
  const { instructions, foon } = await objectLevelPlan(setting);
  const grounding = await ground(setting, { instructions, foon });
  let { observation } = start;
  for (const [index, unit] of foon.units.entries()) {
    const goal = subgoal(unit, grounding);
    start.note({ kind: 'belief', belief: { unit: index + 1, instruction: instructions[index] ?? '', goal } });
    const problem = tabletopProblem(domain.name, observation, goal);
    const document = await planTask(start, { purpose: 'unit', domain: domain.text, problem }, setting.options);
    if (document.status !== 'solved') throw new StageFailure(UNPLANNED[document.status]);
    const done = yield* carryOutPlan(planActions(document.plan ?? [], observation.blocks), observation);
    if (done.failure !== null) throw new StageFailure(done.failure);
    observation = done.observation;
  }
}

const UNPLANNED = {
  unsolvable: 'unsolvable',
  limit: 'planning_limit',
  invalid: 'schema',
  unsupported: 'schema',
} as const;

/** One growing chat: the two stages of section III-B. */
async function objectLevelPlan(setting: Setting): Promise<ObjectLevelPlan> {
  const { start, options } = setting;
  const { temperature, sketchTemperature } = options;
  const task = { task: start.instruction, objects: objectCounts(start.observation.blocks) };
  const examples = await nearestExamples(setting);
  let chat: readonly Message[] = [{ role: 'system', content: start.prompts.render('system', {}) }];

  let chosen = 1;
  if (examples.length > 0) {
    const prototypes = examples.map((each, index) => `Prototype #${index + 1}\n${exampleSketch(each)}`).join('\n\n');
    const choice = await ask(setting, chat, {
      purpose: 'prototype',
      prompt: ['prototype', { ...task, prototypes }],
      temperature: sketchTemperature,
      read: (reply, log) => readPrototype(reply, examples.length, log),
    });
    chosen = choice.value;
    chat = choice.chat;
  }
  const sketch = await ask(setting, chat, {
    purpose: 'plan_sketch',
    prompt: ['sketch', { ...task, chosen_shown: examples.length > 0, chosen: String(chosen) }],
    temperature: sketchTemperature,
    read: readSketch,
  });
  start.note({ kind: 'belief', belief: { sketch: sketch.value } });
  const objects = await ask(setting, sketch.chat, {
    purpose: 'used_objects',
    prompt: ['objects', {}],
    temperature,
    read: readList,
  });
  const example = examples[chosen - 1];
  const reference = example === undefined ? '' : exampleJson(example);
  const { value } = await ask(setting, objects.chat, {
    purpose: 'object_level_plan',
    prompt: ['plan', { reference_shown: example !== undefined, chosen: String(chosen), reference }],
    temperature,
    read: readPlan,
  });
  start.note({ kind: 'belief', belief: { foon: writeFoon(value.foon) } });
  return value;
}

async function nearestExamples({ start, options }: Setting): Promise<Example[]> {
  const { prompts, instruction, llm } = start;
  const examples = EXAMPLES.map((name) => readExample(prompts.render(name, {}), `${prompts.set}/${name}.txt`));
  return rankExamples(instruction, examples, { llm, options });
}

/** A separate chat, which knows the task and the plan. */
async function ground(setting: Setting, { instructions, foon }: ObjectLevelPlan): Promise<Grounding> {
  const { start, options } = setting;
  const { blocks } = start.observation;
  const names = namesToGround(foon.units);
  const plan = instructions.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const content = start.prompts.render('grounding_system', { task: start.instruction, plan });
  const { value } = await ask(setting, [{ role: 'system', content }], {
    purpose: 'grounding',
    prompt: ['grounding', { names: listed(names), objects: listed(blocks), states: stateText(start.observation) }],
    temperature: options.temperature,
    read: (reply, log) => readGrounding(reply, { names, blocks }, log),
  });
  const pairs = names.map((name) => [name, value.get(nameKey(name)) ?? null]);
  start.note({ kind: 'belief', belief: { grounding: Object.fromEntries(pairs) } });
  return value;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `- ${name}`).join('\n');
}

function domainOf(text: string | undefined): { readonly name: string; readonly text: string } {
  const name = domainName(text ?? '');
  if (text === undefined || name === null) throw new StageFailure('no_domain');
  return { name, text };
}
