import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { parseProblem } from './problem.ts';

function parse(sections: string) {
  const diagnostics = new Diagnostics('problem');
  const problem = parseProblem(`(define (problem x) ${sections})`, new Set(['p', 'at']), diagnostics);
  return { problem, errors: wordings(diagnostics) };
}

describe('parseProblem()', () => {
  it('reads every section', () => {
    const { problem, errors } = parse(`(:domain D) (:requirements :strips) (:objects a b - t c) (:init (p a) (not (p b))
      (= (total-cost) 0) (= (far a b) 3) (= near 1)) (:goal (and (p a))) (:metric minimize (total-cost))`);
    expect(errors).toEqual([]);
    expect(problem).toMatchObject({ name: { name: 'x' }, domain: { name: 'd', written: 'D' }, metric: 'total-cost' });
    expect(problem?.objects.map(({ name }) => name.name)).toEqual(['a', 'b', 'c']);
    expect(problem?.init.map((fact) => [fact.kind, fact.kind === 'value' ? fact.value : fact.predicate.name])).toEqual([
      ['true', 'p'],
      ['false', 'p'],
      ['value', 0],
      ['value', 3],
      ['value', 1],
    ]);
    expect(problem?.goal).toMatchObject({ kind: 'and' });
  });

  it('does without what may be missing', () => {
    expect(parse('(:domain d) (:init) (:goal (p a))')).toMatchObject({
      problem: { requirements: [], objects: [], init: [], metric: null },
      errors: [],
    });
  });

  it('takes sections in one order only', () => {
    const early = (keyword: string, before: string) => [
      `"${keyword}" must come before "${before}": Fast Downward reads no other order`,
    ];
    expect(parse('(:init) (:domain d) (:goal (p a))').errors).toEqual(early(':domain', ':init'));
    expect(parse('(:domain d) (:goal (p a)) (:init)').errors).toEqual(early(':init', ':goal'));
    expect(parse('(:domain d) (:init) (:metric minimize (total-cost)) (:goal (p a))').errors).toEqual(
      early(':goal', ':metric'),
    );
    expect(parse('(:domain d) (:init) (:init) (:goal (p a))').errors).toEqual([
      '":init" stands twice, the first time at line 1, column 34',
    ]);
  });

  it('names every section that is missing', () => {
    const missing = (sections: string) => {
      const diagnostics = new Diagnostics('problem');
      parseProblem(`(define (problem x)${sections})`, new Set(), diagnostics);
      return diagnostics.errors.map(({ message }) => message);
    };
    expect(missing('')).toEqual([
      'problem, line 1, column 20: expected "(:domain …)" and "(:init …)" and "(:goal …)" in problem "x", found none',
    ]);
    expect(missing('(:domain d)(:goal (and))')).toEqual([
      'problem, line 1, column 44: expected "(:init …)" in problem "x", found none',
    ]);
  });

  it('refuses other goals and metrics', () => {
    const goal = (text: string) => parse(`(:domain d) (:init) (:goal ${text})`).errors;
    expect(['', '()', 'p', '(p a) (p b)'].map(goal)).toEqual([
      ['expected a condition behind ":goal", found nothing'],
      ['expected a condition behind ":goal", found "()"; what always holds is "(and)"'],
      ['expected a condition behind ":goal", found "p"'],
      ['expected one condition in ":goal", found "(p …)" as well; join conditions with "and"'],
    ]);
    const metric = (text: string) => parse(`(:domain d) (:init) (:goal (p a)) (:metric ${text})`).errors;
    const found = ['no parts', '1 part', '3 parts', '"best" behind ":metric"'];
    expect(['', 'minimize', 'minimize (total-cost) 1', 'best (total-cost)'].flatMap(metric)).toEqual(
      found.map((text) => `expected "(:metric minimize (total-cost))", found ${text}`),
    );
    const others = [
      'maximize (total-cost)',
      'minimize (total-time)',
      'minimize total-cost',
      'minimize (+ (total-cost) 1)',
    ];
    const shown = [
      '"maximize" "(total-cost)"',
      '"minimize" "(total-time)"',
      '"minimize" "total-cost"',
      '"minimize" "(+ …)"',
    ];
    expect(others.flatMap(metric)).toEqual(
      shown.map((text) => `only "(:metric minimize (total-cost))" is supported, found ${text}`),
    );
  });
});

function parseInit(text: string): string[] {
  const diagnostics = new Diagnostics('problem');
  const sections = `(:domain d) (:init ${text}) (:goal (and))`;
  const problem = parseProblem(`(define (problem x) ${sections})`, new Set(['on', 'at']), diagnostics);
  return [...(problem?.init ?? []).map(({ kind }) => kind), ...wordings(diagnostics)];
}

describe('parseProblem() of the initial state', () => {
  it('reads what holds, what does not, and values', () => {
    expect(parseInit('(on a b) (not (on b a)) (= (total-cost) 0) (= total-cost 0)')).toEqual([
      'true',
      'false',
      'value',
      'value',
    ]);
  });

  it('says what is no fact', () => {
    const fact = 'expected a fact such as "(on a b)", found';
    expect(parseInit('on ((on)) () (on (a))')).toEqual([
      `${fact} "on"`,
      `${fact} "((…)"`,
      `${fact} "()"`,
      'expected a variable or an object behind "on", found "(a)"',
    ]);
    expect(parseInit('(not) (not on) (not (on) (on)) (not ())')).toEqual(
      ['nothing', '"on"', '"(on)"', '"()"'].map(
        (found) => `expected "(not (PREDICATE OBJECT …))", found ${found} behind "not"`,
      ),
    );
    expect(parseInit('(and (on a b)) (or) (forall (?x) (on ?x ?x))')).toEqual([
      `${fact} "(and …)"; ":init" lists facts without "and"`,
      `${fact} "(or)"; ":init" lists facts without "or"`,
      `${fact} "(forall …)"; ":init" lists facts without "forall"`,
    ]);
    expect(parseInit('(= (f) (g)) (= 1 1) (= (f) -1) (= (f) 1 2)')).toEqual([
      'expected a number in "(= (FUNCTION …) NUMBER)", found "(g)"; which objects are equal is not stated',
      'expected a function such as "(total-cost)", found "1"',
      'expected a number that is not negative, found "-1"',
      'expected "(= (FUNCTION OBJECT …) NUMBER)", found 3 parts',
    ]);
  });

  it('tells timed literals from a predicate of that name', () => {
    expect(parseInit('(at a b) (at 5 (on a b)) (at 5 b)')).toEqual([
      'true',
      'true',
      'timed initial literals are not supported: "(at …)"',
    ]);
  });
});
