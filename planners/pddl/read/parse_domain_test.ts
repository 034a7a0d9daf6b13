import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/read_text.ts';
import { parseDomain } from './parse_domain.ts';

function parse(sections: string) {
  const log = new Diagnostics('domain');
  const domain = parseDomain(`(define (domain d) ${sections})`, log);
  const kinds = [...log.errors, ...log.warnings].map(({ kind }) => kind);
  return { domain, kinds, said: wordings(log) };
}

describe('parseDomain()', () => {
  it('reads a domain without sections', () => {
    const none = { requirements: [], types: [], constants: [], predicates: [], functions: [], actions: [] };
    expect(parse('')).toMatchObject({ domain: { name: { name: 'd' }, ...none }, said: [] });
  });

  it('reads every section', () => {
    const { domain, said } = parse(`(:requirements :strips :typing) (:types a b - c) (:constants k - a)
      (:predicates (p) (q ?x - (either a b) ?y)) (:functions (total-cost) (far ?x - a) - number (near)) (:action go :effect (p))
      (:action stay :parameters (?x) :precondition (q ?x ?x) :effect ())`);
    expect(said).toEqual([]);
    expect(domain?.types.map(({ name, types }) => `${name.name} - ${types?.[0]?.name}`)).toEqual(['a - c', 'b - c']);
    expect(domain).toMatchObject({
      requirements: [{ name: ':strips' }, { name: ':typing' }],
      constants: [{ name: { name: 'k' } }],
      predicates: [
        { name: { name: 'p' }, parameters: [] },
        { name: { name: 'q' }, parameters: [{}, {}] },
      ],
      functions: [{ type: { name: 'number' } }, { type: { name: 'number' } }, { type: null }],
      actions: [
        { name: { name: 'go' }, parameters: [], precondition: null, effect: { kind: 'add' } },
        {
          name: { name: 'stay' },
          parameters: [{}],
          precondition: { kind: 'atom' },
          effect: { kind: 'and', parts: [] },
        },
      ],
    });
  });

  it('takes sections in any order before the actions', () => {
    expect(parse('(:predicates (p)) (:types a) (:requirements :typing)')).toMatchObject({
      kinds: ['section_out_of_order', 'section_out_of_order'],
      said: ['":types" should come before ":predicates"', '":requirements" should come before ":predicates"'],
    });
    expect(parse('(:action a :effect ()) (:predicates (p))').said).toEqual([
      '":predicates" must come before the first ":action"',
    ]);
  });

  it('reports several mistakes', () => {
    expect(parse('(:types (a)) block (:predicates p ()) (:functions f - ) (:actions)').said).toEqual([
      'expected a section such as "(:requirements …)", found "block"',
      expect.stringMatching(/^unknown section ":actions" in a domain: did you mean ":action"\? Known: /),
      'expected a name among the types, found "(a)"',
      'expected a predicate such as "(on ?x ?y)", found "p"',
      'expected a predicate such as "(on ?x ?y)", found "()"',
      'expected a function such as "(total-cost)", found "f"',
      'expected "number" after "-", found nothing',
    ]);
  });

  it('bounds the number of types', () => {
    const types = Array.from({ length: 1001 }, (_, i) => `t${i}`).join(' ');
    expect(parse(`(:types ${types})`).kinds).toEqual(['too_many_types']);
    expect(parse(`(:types ${types.replace('t0 ', '')})`).kinds).toEqual([]);
  });

  const missing = 'expected ":effect" in action "go", found the end of the action';
  it.each([
    [
      'go :effect () :precondition ()',
      '":precondition" must come before ":effect": Fast Downward reads no other order',
    ],
    ['go :precondition (p) :precondition (p) :effect (q)', '":precondition" appears twice in action "go"'],
    ['go :precondition (p)', missing],
    ['go', missing],
    ['', 'expected a name after ":action", found nothing'],
    ['(go) :effect (q)', 'expected a name after ":action", found "(go)"'],
    ['go (?x) :effect (q)', 'expected one of ":parameters", ":precondition", ":effect", found "(?x)"'],
    ['go :vars () :effect ()', 'unknown part ":vars" of action "go": known: ":parameters", ":precondition", ":effect"'],
    ['go :effect q', 'expected "(…)" after ":effect", found "q"'],
    ['go :precondition :effect (q)', 'expected "(…)" after ":precondition", found ":effect"'],
  ])('says what is wrong with the action %j', (action, message) => {
    expect(parse(`(:predicates (p) (q)) (:action ${action})`).said).toEqual([message]);
  });
});
