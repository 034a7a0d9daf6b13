/** A small checkout in EAI's layout: one flat, five tasks, two actions. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../../cassettes/testing/tape_fixture.ts';
import { EaiCheckout } from '../checkout/checkout.ts';

const words = (text: string) => text.split(' ').filter((word) => word !== '');
const node = (id: number, class_name: string, properties: string, states: string, category = 'Things') => ({
  ...{ id, class_name, category, properties: words(properties), states: words(states) },
});
const edge = (from_id: number, relation_type: string, to_id: number) => ({ from_id, relation_type, to_id });

const NODES = [
  node(1, 'kitchen', '', 'CLEAN', 'Rooms'),
  node(2, 'bedroom', '', 'CLEAN', 'Rooms'),
  node(7, 'lamp', 'HAS_SWITCH HAS_PLUG', 'OFF PLUGGED_IN CLEAN'),
  node(10, 'fridge', 'CAN_OPEN CONTAINERS', 'CLOSED CLEAN'),
  node(11, 'milk', 'GRABBABLE DRINKABLE POURABLE', ''),
  node(12, 'table', 'SURFACES MOVABLE', 'CLEAN'),
  node(13, 'cup', 'GRABBABLE RECIPIENT DRINKABLE', 'DIRTY'),
  node(14, 'cup', 'GRABBABLE RECIPIENT DRINKABLE', 'DIRTY'),
  node(15, 'book', 'GRABBABLE READABLE', ''),
  node(16, 'bed', 'LIEABLE SITTABLE', 'CLEAN'),
  node(65, 'character', '', '', 'Characters'),
];

const EDGES = [
  ...[10, 11, 12, 13, 14].map((id) => edge(id, 'INSIDE', 1)),
  ...[7, 15, 16, 65].map((id) => edge(id, 'INSIDE', 2)),
  edge(11, 'INSIDE', 10),
  edge(13, 'ON', 12),
  edge(14, 'ON', 12),
];

type SampleTask = Readonly<{
  id: string;
  name: string;
  goals?: readonly object[];
  actions?: readonly string[];
  formula: string | null;
  program: readonly string[];
  states?: Readonly<Record<number, string>>;
  added: readonly object[];
}>;

const LIT = { 7: 'ON PLUGGED_IN CLEAN' };
const HOLDS_BOOK = edge(65, 'HOLDS_RH', 15);
const CUPS_APART = [edge(13, 'ON', 16), edge(14, 'ON', 16)];

const SAMPLE_TASKS: readonly SampleTask[] = [
  {
    ...{ id: '1_1', name: 'Turn on light', goals: [{ id: 7, class_name: 'lamp', state: 'ON' }], formula: 'ON(lamp.7)' },
    program: ['[WALK] <lamp> (1.7)', '[SWITCHON] <lamp> (1.7)'],
    ...{ states: LIT, added: [edge(65, 'CLOSE', 7), edge(10, 'CLOSE', 11)] },
  },
  {
    ...{ id: '2_1', name: 'Set up table', goals: CUPS_APART, added: CUPS_APART },
    formula: '(ONTOP(cup.13, bed.16) and ONTOP(cup.14, bed.16))',
    program: ['[WALK] <cup> (1.13)', '[GRAB] <cup> (1.13)'],
  },
  {
    ...{ id: '3_1', name: 'Read book', goals: [HOLDS_BOOK], actions: ['READ|LOOKAT'] },
    formula: '(exists x0. ((READ(x0) or LOOKAT(x0))) then HOLDS_RH(character.65, book.15))',
    program: ['[WALK] <book> (1.15)', '[GRAB] <book> (1.15)', '[READ] <book> (1.15)'],
    ...{ states: LIT, added: [HOLDS_BOOK, edge(65, 'CLOSE', 10)] },
  },
  {
    ...{ id: '4_1', name: 'Go to sleep', formula: null, program: ['[WALK] <bed> (1.16)'] },
    added: [edge(65, 'CLOSE', 16)],
  },
  {
    ...{ id: '5_1', name: 'Wash dishes by hand', actions: ['GRAB', 'WASH|RINSE'] },
    formula: '(exists x0. (GRAB(x0)) then exists x0. ((WASH(x0) or RINSE(x0))))',
    program: ['[WALK] <cup> (1.13)', '[GRAB] <cup> (1.13)', '[WASH] <cup> (1.13)'],
    ...{ states: { 13: 'CLEAN', 14: 'CLEAN' }, added: [edge(65, 'HOLDS_RH', 13)] },
  },
];

const gold = (action_name: string, action_preconditions: string, action_effects: string) => ({
  ...{ action_name, action_parameters: '(?char - character ?obj - object)', action_preconditions, action_effects },
});
const CAN_SWITCH_ON = '(and (has_switch ?obj) (off ?obj) (next_to ?char ?obj))';
const GOLD = {
  walk_towards: gold('walk_towards', '(and (not (sitting ?char)))', '(and (next_to ?char ?obj))'),
  switch_on: gold('switch_on', CAN_SWITCH_ON, '(and (on ?obj) (not (off ?obj)))'),
};

const HEADER = `(define (domain virtualhome) (:requirements :typing) (:types object character)
    (:predicates
        (on ?obj - object)  ; it is on
        (off ?obj - object) (sitting ?char - character) (has_switch ?obj - object)
        (next_to ?char - character ?obj - object) (inside ?char - character ?obj - object))
`;

const PROBLEM = `(define (problem Turn_on_light)
    (:domain virtualhome)
    (:objects
    character - character
    bedroom lamp - object
)
    (:init (has_switch lamp) (off lamp) (inside character bedroom))
    (:goal
    (and (on lamp))
)
    )
    `;

const CATEGORIES = {
  ...{ on: 'object_states', off: 'object_states', sitting: 'object_states' },
  ...{ next_to: 'spatial_relations', inside: 'spatial_relations', has_switch: 'object_affordance' },
};

const same = (names: string) => Object.fromEntries(words(names).map((name) => [name, name]));
const VOCABULARY = {
  properties: ['GRABBABLE'],
  vh_states: words('CLOSED OPEN ON OFF SITTING LYING CLEAN'),
  vh_relations: words('ON INSIDE CLOSE HOLDS_RH BETWEEN'),
  subgoal_actions: { READ: 1, LOOKAT: 1, GRAB: 1, WASH: 1, RINSE: 1, SLEEP: 0 },
  tl_predicates: words('GRABBABLE OPEN ON OFF CLEAN LYING ONTOP INSIDE NEXT_TO HOLDS_RH BETWEEN'),
  tl_predicates_to_vh: { ONTOP: 'ON', NEXT_TO: 'CLOSE' },
  vh_states_to_tl: same('CLOSED OPEN ON OFF LYING CLEAN'),
  vh_relations_to_tl: { ...same('INSIDE HOLDS_RH BETWEEN'), ON: 'ONTOP', CLOSE: 'NEXT_TO' },
};

const SYSTEM_SETUP = { system_prompt: 'List subgoals as JSON.', stop_sequences: ['}'], max_output_tokens: 512 };

const GOALS_PROMPT = `prompt="""
Objects:
<object_in_scene>
Relations: <relation_types>
Of which: <rel_obj_pairs>
Actions: <action_space>
<goal_str>
Answer with \\"node goals\\", \\
\\"edge goals\\" and \\"action goals\\".
"""

pass
`;

const ACTIONS_PROMPT = `prompt = """Complete the actions.
<problem_file>
<action_handlers>
"""
`;

const HALF = 'src/virtualhome_eval';
const EVALUATION = `${HALF}/evaluation`;
const SUBGOALS = `${EVALUATION}/subgoal_decomposition/prompts`;
const DATASET = `${HALF}/dataset/programs_processed_precond_nograb_morepreconds`;
const PLACE = 'TrimmedTestScene1_graph/results_intentions_march-13-18';
const RESOURCES = `${HALF}/resources/virtualhome`;

export function sampleFiles(): ReadonlyMap<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value)}\n`;
  const goals: Record<string, Record<string, unknown>> = {};
  for (const { id, name, goals: goal = [], actions = [], formula } of SAMPLE_TASKS) {
    goals[name] = { ...goals[name], [id]: { vh_goal: { actions, goal }, tl_goal: formula } };
  }
  const decomposed = SAMPLE_TASKS.filter(({ formula }) => formula !== null);
  return new Map([
    [`${RESOURCES}/task_state_LTL_formula_accurate.json`, json({ scene_1: goals })],
    [`${RESOURCES}/success_task.json`, json(['1_1'])],
    [`${RESOURCES}/id2action.json`, json({ '1_1': ['walk_towards', 'switch_on'] })],
    [`${RESOURCES}/id2task.json`, json({ '1_1': 'Turn on light' })],
    [`${RESOURCES}/gold_action.json`, json(GOLD)],
    [`${RESOURCES}/predicates_category.json`, json(CATEGORIES)],
    [`${HALF}/resources/vocabulary.json`, json(VOCABULARY)],
    [`${RESOURCES}/virtualhome_pd.pddl`, HEADER],
    [`${RESOURCES}/problem_pddl/Turn_on_light/1_1.pddl`, PROBLEM],
    [`${HALF}/resources/object_states.json`, json({ lamp: ['on', 'off'], bed: ['clean'] })],
    [`${RESOURCES}/relation_types.json`, json({ ON: 'One lies on the other.', CLOSE: "One is at the other's side." })],
    [`${RESOURCES}/relation_object_pairs.json`, json({ ON: ['bed', 'table'], CLOSE: [] })],
    [`${RESOURCES}/action_space.json`, json({ GRAB: 'grab it' })],
    [`${EVALUATION}/goal_interpretation/prompts/one_shot.py`, GOALS_PROMPT],
    [`${EVALUATION}/action_sequencing/prompts/helm_prompts.json`, json(writtenPrompts('Plan', SAMPLE_TASKS))],
    [`${SUBGOALS}/system_setup.json`, json(SYSTEM_SETUP)],
    [`${SUBGOALS}/helm_prompts.json`, json(writtenPrompts('Decompose', decomposed, 'scene_1_'))],
    [`${EVALUATION}/transition_modeling/prompts/one_shot.py`, ACTIONS_PROMPT],
    ...SAMPLE_TASKS.flatMap((task): [string, string][] => [
      [
        `${DATASET}/executable_programs/${PLACE}/file${task.id}.txt`,
        `${task.name}\nAs one does it.\n\n\n${task.program.join('\n')}`,
      ],
      [`${DATASET}/init_and_final_graphs/${PLACE}/file${task.id}.json`, json(graphsOf(task))],
    ]),
  ]);
}

function writtenPrompts(verb: string, tasks: readonly SampleTask[], prefix = ''): object[] {
  return tasks.map(({ id, name }) => ({ identifier: `${prefix}${id}`, llm_prompt: `${verb}: ${name} (${id})` }));
}

function graphsOf({ states = {}, added }: SampleTask): object {
  const nodes = NODES.map((each) => ({ ...each, states: words(states[each.id] ?? each.states.join(' ')) }));
  return { init_graph: { nodes: NODES, edges: EDGES }, final_graph: { nodes, edges: [...EDGES, ...added] } };
}

export function writeSampleCheckout(folder: string): void {
  for (const [path, text] of sampleFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export function sampleCheckout(whenDone: (clean: () => void) => void): EaiCheckout {
  const folder = temporaryFolder(whenDone);
  writeSampleCheckout(folder);
  return new EaiCheckout(folder);
}

export function sampleAnswers(
  answer: string,
  own: Readonly<Record<string, string>> = {},
  ids = SAMPLE_TASKS.map(({ id }) => id),
): string {
  const answers = ids.map((id) => ({ identifier: id, llm_output: own[id] ?? answer }));
  return JSON.stringify(answers, null, 1);
}
