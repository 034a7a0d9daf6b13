import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { parseProblem } from './parse_problem.ts';

function parse(sections: string) {
  const diagnostics = new Diagnostics('problem');
  const problem = parseProblem(`(define (problem x) ${sections})`, new Set(['p', 'at']), diagnostics);
  return { problem, errors: diagnostics.errors.map(({ kind }) => kind) };
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
    expect(parse('(:init) (:domain d) (:goal (p a))').errors).toEqual(['section_order']);
    expect(parse('(:domain d) (:goal (p a)) (:init)').errors).toEqual(['section_order']);
    expect(parse('(:domain d) (:init) (:metric minimize (total-cost)) (:goal (p a))').errors).toEqual([
      'section_order',
    ]);
    expect(parse('(:domain d) (:init) (:init) (:goal (p a))').errors).toEqual(['duplicate_section']);
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
    expect(['', '()', 'p', '(p a) (p b)'].map(goal)).toEqual(Array.from({ length: 4 }, () => ['bad_goal']));
    const metric = (text: string) => parse(`(:domain d) (:init) (:goal (p a)) (:metric ${text})`).errors;
    expect(['', 'minimize', 'minimize (total-cost) 1', 'best (total-cost)'].flatMap(metric)).toEqual(
      Array.from({ length: 4 }, () => 'bad_metric'),
    );
    const others = [
      'maximize (total-cost)',
      'minimize (total-time)',
      'minimize total-cost',
      'minimize (+ (total-cost) 1)',
    ];
    expect(others.flatMap(metric)).toEqual(others.map(() => 'unsupported_metric'));
  });
});
