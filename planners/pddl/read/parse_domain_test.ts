import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { parseDomain } from './parse_domain.ts';

function parse(sections: string) {
  const diagnostics = new Diagnostics('domain');
  const domain = parseDomain(`(define (domain d) ${sections})`, diagnostics);
  return {
    domain,
    errors: diagnostics.errors.map(({ kind }) => kind),
    warnings: diagnostics.warnings.map(({ kind }) => kind),
  };
}

describe('parseDomain()', () => {
  it('reads a domain without sections', () => {
    expect(parse('')).toMatchObject({
      domain: {
        name: { name: 'd' },
        requirements: [],
        types: [],
        constants: [],
        predicates: [],
        functions: [],
        actions: [],
      },
      errors: [],
      warnings: [],
    });
  });

  it('reads every section', () => {
    const { domain, errors } = parse(`(:requirements :strips :typing) (:types a b - c) (:constants k - a)
      (:predicates (p) (q ?x - (either a b) ?y)) (:functions (total-cost) (far ?x - a) - number (near)) (:action go :effect (p))
      (:action stay :parameters (?x) :precondition (q ?x ?x) :effect ())`);
    expect(errors).toEqual([]);
    expect(domain?.requirements.map(({ name }) => name)).toEqual([':strips', ':typing']);
    expect(domain?.types.map(({ name, types }) => [name.name, types?.[0]?.name])).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(domain?.constants).toHaveLength(1);
    expect(domain?.predicates.map(({ name, parameters }) => [name.name, parameters.length])).toEqual([
      ['p', 0],
      ['q', 2],
    ]);
    expect(domain?.functions.map(({ name, type }) => [name.name, type?.name])).toEqual([
      ['total-cost', 'number'],
      ['far', 'number'],
      ['near', undefined],
    ]);
    expect(domain?.actions.map(({ name, precondition }) => [name.name, precondition?.kind])).toEqual([
      ['go', undefined],
      ['stay', 'atom'],
    ]);
  });

  it('takes sections in any order before the actions', () => {
    expect(parse('(:predicates (p)) (:types a) (:requirements :typing)')).toMatchObject({
      errors: [],
      warnings: ['section_out_of_order', 'section_out_of_order'],
    });
    expect(parse('(:action a :effect ()) (:predicates (p))').errors).toEqual(['section_order']);
  });

  it('reports several mistakes', () => {
    expect(
      parse('(:requirements :stripes) (:types (a)) block (:predicates p ()) (:functions f - ) (:actions)').errors,
    ).toEqual([
      'not_a_section',
      'unknown_section',
      'unknown_requirement',
      'not_a_name',
      'bad_declaration',
      'bad_declaration',
      'bad_declaration',
      'missing_type',
    ]);
  });

  it('bounds the number of types', () => {
    const types = Array.from({ length: 1001 }, (_, i) => `t${i}`).join(' ');
    expect(parse(`(:types ${types})`).errors).toEqual(['too_many_types']);
    expect(parse(`(:types ${types.replace('t0 ', '')})`).errors).toEqual([]);
  });
});
