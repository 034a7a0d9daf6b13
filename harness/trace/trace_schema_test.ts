import { expect, it } from 'vitest';
import { PAPER_RULES } from '../../envs/household/rules/rules.ts';
import { mistakeOf } from '../../envs/world.ts';
import { WORLDS } from '../episode/worlds.ts';
import { errorOfDiscard, errorOfMistake } from './trace_schema.ts';

const preconditions = Object.assign({}, ...WORLDS.map((world) => world.preconditions));

const kind = (precondition: string, wasPossible = false, verb = 'pickup') =>
  errorOfMistake(mistakeOf({ preconditions }, { verb, args: [] }, { precondition, message: '' }), wasPossible);

it.for([
  ['hallucinated_object', ['unknown_object']],
  ['argument', ['wrong_arity']],
  ['affordance', ['grabbable', 'not_locked', 'in_skill_library', 'not_a_block']],
  ['additional_step', ['is_closed', 'is_on', 'not_held']],
  ['motion', ['grasp_free', 'reachable', 'path_free', 'bounded']],
  ['chance', ['controller_failed', 'navigation_failed', 'false_detection']],
  ['missing_step', ['__proto__']],
] as const)('errorOfMistake() is %s for %s', ([expected, names]) => {
  for (const name of names) expect(kind(name), name).toBe(expected);
});

it('errorOfMistake() separates the wrong order from a missing step by whether the action was possible before, also on a held object', () => {
  expect([kind('close_to_robot', true), kind('close_to_robot', false)]).toEqual(['wrong_order', 'missing_step']);
  expect(kind('is_open', true)).toBe('additional_step');
  expect(kind('not_held', false, 'placeon')).toBe('missing_step');
  expect(kind('not_held', true, 'placein')).toBe('wrong_order');
});

it('errorOfMistake() knows the preconditions of the household that depend on the moment', () => {
  const rules = [...PAPER_RULES.values()];
  const names = new Set(rules.flatMap((rule) => rule.preconditions.map(({ condition }) => condition.name)));
  expect([...names].filter((name) => kind(name) === 'missing_step').sort()).toEqual([
    ...['close_to_robot', 'door_closed', 'free_hand', 'has_space', 'held', 'not_closed', 'not_running', 'seen'],
    'visible',
  ]);
});

it('errorOfDiscard() is a parse error for unreadable text, and null for commentary', () => {
  const kinds = ['malformed', 'unknown_function', 'too_much', 'argument', 'prose', 'not_asked'] as const;
  expect(kinds.map(errorOfDiscard)).toEqual(['parse', 'parse', 'parse', 'argument', null, null]);
});
