import { describe, expect, it } from 'vitest';
import { PAPER_RULES } from '../../envs/household/rules/rules.ts';
import { mistakeOf } from '../../envs/world.ts';
import { WORLDS } from '../episode/worlds.ts';
import { ERROR_KINDS, errorOfDiscard, errorOfMistake } from './action_errors.ts';

/** Those of all worlds. */
const preconditions = Object.assign({}, ...WORLDS.map((world) => world.preconditions));

const kind = (precondition: string, wasPossible = false, verb = 'pickup') =>
  errorOfMistake(mistakeOf({ preconditions }, { verb, args: [] }, { precondition, message: '' }), wasPossible);

describe('errorOfMistake()', () => {
  it.for([
    ['unknown_object', 'hallucinated_object'],
    ['wrong_arity', 'argument'],
    ['grabbable', 'affordance'],
    ['not_locked', 'affordance'],
    ['in_skill_library', 'affordance'],
    ['is_closed', 'additional_step'],
    ['is_on', 'additional_step'],
    ['not_held', 'additional_step'],
    ['grasp_free', 'motion'],
    ['reachable', 'motion'],
    ['path_free', 'motion'],
    ['bounded', 'motion'],
    ['not_a_block', 'affordance'],
    ['controller_failed', 'chance'],
    ['navigation_failed', 'chance'],
    ['false_detection', 'chance'],
    ['__proto__', 'missing_step'],
  ] as const)('counts "%s" as %s', ([precondition, expected]) => {
    expect(kind(precondition)).toBe(expected);
  });

  it('tells a step in the wrong order from a missing one by whether it was possible before', () => {
    expect([kind('close_to_robot', true), kind('close_to_robot', false)]).toEqual(['wrong_order', 'missing_step']);
    expect(kind('is_open', true)).toBe('additional_step');
  });

  it('does not call it too much to place something on what is held', () => {
    expect([kind('not_held', false, 'placeon'), kind('not_held', true, 'placein')]).toEqual([
      'missing_step',
      'wrong_order',
    ]);
  });

  it('knows which preconditions of the household are conditions of the moment', () => {
    const names = new Set(
      [...PAPER_RULES.values()].flatMap(({ preconditions }) => preconditions.map(({ condition }) => condition.name)),
    );
    const moment = [...names].filter((name) => kind(name) === 'missing_step').sort();
    expect(moment).toEqual([
      'close_to_robot',
      'door_closed',
      'free_hand',
      'has_space',
      'held',
      'not_closed',
      'not_running',
      'seen',
      'visible',
    ]);
  });
});

describe('errorOfDiscard()', () => {
  it('counts what cannot be read, and not what is commentary', () => {
    const kinds = (['malformed', 'unknown_function', 'too_much', 'argument', 'prose', 'not_asked'] as const).map(
      errorOfDiscard,
    );
    expect(kinds).toEqual(['parse', 'parse', 'parse', 'argument', null, null]);
    for (const each of kinds) if (each !== null) expect(ERROR_KINDS).toContain(each);
  });
});
