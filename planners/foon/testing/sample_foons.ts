import type { Foon, ObjectNode, ObjectState } from '../foon.ts';

const lines = (...parts: readonly string[]) => `${parts.join('\n').replaceAll(' | ', '\n')}\n`;

/** Two units, in the canonical form but for the identifiers of states, all 7. */
export const TEA = lines(
  '# Source:\thttps://example.org/tea',
  'O0\tkettle\t1 | S7\tcontains\t{hot water} | O1\tcup\t0 | S7\tcontains\t{tea bag} | S7\ton\t[saucer]',
  'M0\tpour\t<0:05,0:11>',
  'O1\tcup\t0 | S7\tcontains\t{hot water,tea bag} | S7\ton\t[saucer] | O0\tkettle\t1 | S7\tempty | //',
  'O1\tcup\t0 | S7\tcontains\t{hot water,tea bag} | S7\ton\t[saucer] | O2\tspoon\t1',
  'M1\tstir\t<Assumed>\trobot\t0.75',
  'O3\ttea\t0\t! | S7\tin\t[cup] | O2\tspoon\t1 | S7\twet | //',
);

const plain = (label: string): ObjectState => ({ kind: 'plain', label });
const related = (label: string, object: string): ObjectState => ({ kind: 'related', label, object });
const contains = (...ingredients: string[]): ObjectState => ({ kind: 'contents', label: 'contains', ingredients });
const object = (label: string, inMotion: boolean, ...states: ObjectState[]): ObjectNode => {
  return { label, states, inMotion, isGoal: false };
};

const fullCup = object('cup', false, contains('hot water', 'tea bag'), related('on', 'saucer'));

export const TEA_FOON: Foon = {
  sources: ['https://example.org/tea'],
  units: [
    {
      inputs: [
        object('kettle', true, contains('hot water')),
        object('cup', false, contains('tea bag'), related('on', 'saucer')),
      ],
      motion: { label: 'pour', times: { start: '0:05', end: '0:11' } },
      outputs: [fullCup, object('kettle', true, plain('empty'))],
    },
    {
      inputs: [fullCup, object('spoon', true)],
      motion: { label: 'stir', performer: { name: 'robot', successRate: 0.75 } },
      outputs: [{ ...object('tea', false, related('in', 'cup')), isGoal: true }, object('spoon', true, plain('wet'))],
    },
  ],
};

export const UNTIDY_TEA =
  '\ufeff// before the first unit\r\n//\r\n#Source: not with a blank, so a comment\n' +
  '# Source:  https://example.org/tea \r\n\r\nO17\tkettle \t1\t\t\r\nS7\tcontains\t{ hot water }\n' +
  '// in the middle of a unit\nO\tcup\t00\t8\nS007\tcontains\t{tea bag}\t\n \t\nS7\ton\t[ saucer]\n' +
  'M3\tpour\t0:05\t0:11\nO1\tcup\t0\nS7\tcontains\t{hot water, tea bag}\nS7\ton\t[saucer]\n' +
  'O0\tkettle\t1\nS7\tempty\n// \n//\nO1\tcup\t0\nS7\tcontains\t{hot water,tea bag}\nS7\ton\t[saucer]\n' +
  'O2\tspoon\t1\nM1\tstir\tAssumed\tAssumed\trobot\t0.750\nO3\ttea\t0\t!\nS7\tin\t[cup]\nO2\tspoon\t1\nS7\twet\n//';

export const PORRIDGE = lines(
  'O0\tpot\t1 | S0\tempty | O1\tstove\t0',
  'M0\tpick and place\t<Assumed>',
  'O0\tpot\t0 | S0\tempty | S1\ton\t[stove] | //',
  'O0\tpot\t0 | S0\tempty | S1\ton\t[stove] | O2\tbox\t1 | S2\tcontains\t{oats} | O3\tjug\t1 | S2\tcontains\t{milk}',
  'M1\tpour\t<Assumed>',
  'O0\tpot\t0 | S2\tcontains\t{oats,milk} | S1\ton\t[stove] | O2\tbox\t1 | S0\tempty | O3\tjug\t1 | S0\tempty | //',
  'O0\tpot\t0 | S2\tcontains\t{oats,milk} | S1\ton\t[stove] | O1\tstove\t0',
  'M2\tcook\t<Assumed>',
  'O4\tporridge\t0\t! | S3\thot | S4\tin\t[pot] | //',
);

const states = [
  { state_id: 1, state_label: 'contains' },
  { state_id: '02', state_label: 'on', relative_object: 'saucer' },
];
const still = { object_in_motion: '0' };
const cup = { object_id: 4, object_label: 'cup', object_states: states, ingredients: ['tea', 'milk'], ...still };
const tea = { object_id: 5, object_label: 'tea', object_states: [], ingredients: [], ...still, is_goal: true };
const motion_node = { motion_id: 9, motion_label: 'stir', start_time: 'Assumed', end_time: 'Assumed' };

/** A unit with the keys of the authors' converter to JSON. */
export const STIR = {
  functional_units: [{ input_nodes: [{ ...cup, has_portions: 'False' }], motion_node, output_nodes: [tea] }],
  source: ['https://example.org/stir'],
};
