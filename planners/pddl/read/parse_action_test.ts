import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { parseAction } from './parse_action.ts';
import { readExpression } from './read_expression.ts';

function parse(text: string) {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(`(define ${text})`, diagnostics)?.items[1] as List;
  const action = parseAction(list, { diagnostics, predicates: new Set(['p', 'q']) });
  return diagnostics.errors.length > 0 ? diagnostics.errors.map(({ kind }) => kind) : action;
}

describe('parseAction()', () => {
  it('reads an action with all parts and with the least', () => {
    expect(parse('(:action go :parameters (?x ?y - t) :precondition (p) :effect (q))')).toMatchObject({
      name: { name: 'go' },
      parameters: [{ name: { name: '?x' } }, { name: { name: '?y' } }],
      precondition: { kind: 'atom' },
      effect: { kind: 'add' },
    });
    expect(parse('(:action go :effect (q))')).toMatchObject({ parameters: [], precondition: null });
    expect(parse('(:action go :parameters () :precondition () :effect ())')).toMatchObject({
      parameters: [],
      precondition: { kind: 'and', parts: [] },
      effect: { kind: 'and', parts: [] },
    });
  });

  it('takes parts in one order only, each once', () => {
    expect(parse('(:action go :effect (q) :precondition (p))')).toEqual(['field_order']);
    expect(parse('(:action go :precondition (p) :precondition (p) :effect (q))')).toEqual(['duplicate_field']);
    expect(parse('(:action go :precondition (p))')).toEqual(['missing_field']);
    expect(parse('(:action go)')).toEqual(['missing_field']);
  });

  it('says what does not belong there', () => {
    expect(parse('(:action)')).toEqual(['unnamed_action']);
    expect(parse('(:action (go) :effect (q))')).toEqual(['unnamed_action']);
    expect(parse('(:action go (?x) :effect (q))')).toEqual(['bad_field']);
    expect(parse('(:action go :vars (?x) :effect (q))')).toEqual(['unknown_field']);
    expect(parse('(:action go :effect q)')).toEqual(['bad_field']);
    expect(parse('(:action go :precondition :effect (q))')).toEqual(['bad_field']);
    expect(parse('(:action go :parameters (x) :effect (q))')).toEqual(['not_a_variable']);
  });
});
