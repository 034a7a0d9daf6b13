import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/read_text.ts';
import { parseProblem } from './problem.ts';

function parse(sections: string) {
  const log = new Diagnostics('problem');
  const problem = parseProblem(`(define (problem x) ${sections})`, new Set(['p', 'at']), log);
  return { problem, said: wordings(log) };
}

const early = (keyword: string, before: string) =>
  `"${keyword}" must come before "${before}": Fast Downward reads no other order`;

describe('parseProblem()', () => {
  it('reads every section', () => {
    const { problem, said } = parse(`(:domain D) (:requirements :strips) (:objects a b - t c) (:init (p a) (not (p b))
      (= (total-cost) 0) (= (far a b) 3) (= near 1)) (:goal (and (p a))) (:metric minimize (total-cost))`);
    expect(said).toEqual([]);
    expect(problem).toMatchObject({
      name: { name: 'x' },
      domain: { name: 'd', written: 'D' },
      requirements: [{ name: ':strips' }],
      objects: [{ name: { name: 'a' } }, { name: { name: 'b' } }, { name: { name: 'c' } }],
      init: [
        { kind: 'true', predicate: { name: 'p' } },
        { kind: 'false', predicate: { name: 'p' } },
        ...[0, 3, 1].map((value) => ({ kind: 'value', value })),
      ],
      goal: { kind: 'and' },
      metric: 'total-cost',
    });
  });

  it('does without what may be missing', () => {
    expect(parse('(:domain d) (:init) (:goal (p a))')).toMatchObject({
      problem: { requirements: [], objects: [], init: [], metric: null },
      said: [],
    });
  });

  it.each([
    ['(:init) (:domain d) (:goal (p a))', early(':domain', ':init')],
    ['(:domain d) (:goal (p a)) (:init)', early(':init', ':goal')],
    ['(:domain d) (:init) (:metric minimize (total-cost)) (:goal (p a))', early(':goal', ':metric')],
    ['(:domain d) (:init) (:init) (:goal (p a))', '":init" appears twice, first at line 1, column 34'],
    ['', 'expected "(:domain …)" and "(:init …)" and "(:goal …)" in problem "x", found none'],
    ['(:domain d)(:goal (and))', 'expected "(:init …)" in problem "x", found none'],
  ])('says which section is missing or misplaced in %j', (sections, message) => {
    expect(parse(sections).said).toEqual([message]);
  });

  it.each([
    ['', 'expected a condition after ":goal", found nothing'],
    ['p', 'expected a condition after ":goal", found "p"'],
    ['(p a) (p b)', 'expected one condition in ":goal", found "(p …)" as well; join conditions with "and"'],
  ])('refuses the goal %j', (goal, message) => {
    expect(parse(`(:domain d) (:init) (:goal ${goal})`).said).toEqual([message]);
  });

  const known = 'expected "(:metric minimize (total-cost))", found';
  const only = 'only "(:metric minimize (total-cost))" is supported, found';
  it.each([
    ['', `${known} no parts`],
    ['minimize', `${known} 1 part`],
    ['minimize (total-cost) 1', `${known} 3 parts`],
    ['best (total-cost)', `${known} "best" after ":metric"`],
    ['minimize total-cost', `${only} "minimize" "total-cost"`],
    ['minimize (+ (total-cost) 1)', `${only} "minimize" "(+ …)"`],
  ])('refuses the metric %j', (metric, message) => {
    expect(parse(`(:domain d) (:init) (:goal (p a)) (:metric ${metric})`).said).toEqual([message]);
  });

  const fact = 'expected a fact such as "(on a b)", found';
  const absence = 'expected "(not (PREDICATE OBJECT …))", found';
  it.each([
    ['(p a) (not (p b)) (= (total-cost) 0) (= total-cost 0)', ['true', 'false', 'value', 'value']],
    ['p ((p)) () (p)', ['true', `${fact} "p"`, `${fact} "((…)"`, `${fact} "()"`]],
    ['(p (a))', ['expected a variable or an object after "p", found "(a)"']],
    ['(not) (not p)', [`${absence} nothing after "not"`, `${absence} "p" after "not"`]],
    ['(not (p) (p)) (not ())', [`${absence} "(p)" after "not"`, `${absence} "()" after "not"`]],
    ['(or)', [`${fact} "(or)"; list facts in ":init" without "or"`]],
    ['(= (f) (g))', [expect.stringMatching(/found "\(g\)"; ":init" cannot state which objects are equal$/)]],
    ['(= 1 1)', ['expected a function such as "(total-cost)", found "1"']],
    ['(= (f) -1)', ['expected a non-negative number, found "-1"']],
    ['(= (f) 1 2)', ['expected "(= (FUNCTION OBJECT …) NUMBER)", found 3 parts']],
    ['(at a b) (at 5 (p b)) (at 5 b)', ['true', 'true', 'timed initial literals are not supported: "(at …)"']],
  ])('reads the facts %j, and says what is none', (init, facts) => {
    const { problem, said } = parse(`(:domain d) (:init ${init}) (:goal (and))`);
    expect([...problem!.init.map(({ kind }) => kind), ...said]).toEqual(facts);
  });
});
