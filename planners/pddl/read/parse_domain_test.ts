import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { parseDomain } from './parse_domain.ts';

function parse(sections: string) {
  const diagnostics = new Diagnostics('domain');
  const domain = parseDomain(`(define (domain d) ${sections})`, diagnostics);
  return {
    domain,
    errors: diagnostics.errors.map(({ kind }) => kind),
    warnings: diagnostics.warnings.map(({ kind }) => kind),
    said: wordings(diagnostics),
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
      said: ['":types" should come before ":predicates"', '":requirements" should come before ":predicates"'],
    });
    expect(parse('(:action a :effect ()) (:predicates (p))')).toMatchObject({
      errors: ['bad_section'],
      said: ['":predicates" must come before the first ":action"'],
    });
  });

  it('reports several mistakes', () => {
    const text = '(:requirements :stripes) (:types (a)) block (:predicates p ()) (:functions f - ) (:actions)';
    expect(parse(text).said).toEqual([
      'expected a section such as "(:requirements …)", found "block"',
      expect.stringMatching(/^unknown section ":actions" in a domain: did you mean ":action"\? Known: /),
      expect.stringMatching(/^unknown requirement ":stripes": did you mean ":strips"\? Known: /),
      'expected a name among the types, found "(a)"',
      'expected a predicate such as "(on ?x ?y)", found "p"',
      'expected a predicate such as "(on ?x ?y)", found "()"',
      'expected a function such as "(total-cost)", found "f"',
      'expected "number" behind "-", found nothing',
    ]);
  });

  it('bounds the number of types', () => {
    const types = Array.from({ length: 1001 }, (_, i) => `t${i}`).join(' ');
    expect(parse(`(:types ${types})`).errors).toEqual(['too_many_types']);
    expect(parse(`(:types ${types.replace('t0 ', '')})`).errors).toEqual([]);
  });
});

function parseAction(text: string) {
  const { domain, said } = parse(`(:predicates (p) (q)) ${text}`);
  return said.length > 0 ? said : domain?.actions[0];
}

describe('parseDomain() of an action', () => {
  it('reads an action with all parts and with the least', () => {
    expect(parseAction('(:action go :parameters (?x ?y - t) :precondition (p) :effect (q))')).toMatchObject({
      name: { name: 'go' },
      parameters: [{ name: { name: '?x' } }, { name: { name: '?y' } }],
      precondition: { kind: 'atom' },
      effect: { kind: 'add' },
    });
    expect(parseAction('(:action go :effect (q))')).toMatchObject({ parameters: [], precondition: null });
    expect(parseAction('(:action go :parameters () :precondition () :effect ())')).toMatchObject({
      parameters: [],
      precondition: { kind: 'and', parts: [] },
      effect: { kind: 'and', parts: [] },
    });
  });

  it('takes parts in one order only, each once', () => {
    expect(parseAction('(:action go :effect (q) :precondition (p))')).toEqual([
      '":precondition" must come before ":effect": Fast Downward reads no other order',
    ]);
    expect(parseAction('(:action go :precondition (p) :precondition (p) :effect (q))')).toEqual([
      '":precondition" stands twice in action "go"',
    ]);
    const missing = 'expected ":effect" in action "go", found the end of the action';
    expect(parseAction('(:action go :precondition (p))')).toEqual([missing]);
    expect(parseAction('(:action go)')).toEqual([missing]);
  });

  it('says what does not belong there', () => {
    expect(parseAction('(:action)')).toEqual(['expected a name behind ":action", found nothing']);
    expect(parseAction('(:action (go) :effect (q))')).toEqual(['expected a name behind ":action", found "(go)"']);
    expect(parseAction('(:action go (?x) :effect (q))')).toEqual([
      'expected one of ":parameters", ":precondition", ":effect", found "(?x)"',
    ]);
    expect(parseAction('(:action go :vars (?x) :effect (q))')).toEqual([
      'unknown part ":vars" of action "go": Known: ":parameters", ":precondition", ":effect"',
    ]);
    expect(parseAction('(:action go :effect q)')).toEqual(['expected "(…)" behind ":effect", found "q"']);
    expect(parseAction('(:action go :precondition :effect (q))')).toEqual([
      'expected "(…)" behind ":precondition", found ":effect"',
    ]);
    expect(parseAction('(:action go :parameters (x) :effect (q))')).toEqual([
      'expected a variable such as "?x" among the parameters, found "x"',
    ]);
  });
});
