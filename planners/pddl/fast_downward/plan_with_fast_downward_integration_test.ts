import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planDocument } from '../plan/plan_document.ts';
import { fakeFastDownward, solvingWith } from '../testing/fake_fast_downward.ts';
import { planWithFastDownward } from './plan_with_fast_downward.ts';

const DOMAIN = `(define (domain d) (:predicates (a) (b))
  (:action go :parameters () :precondition (a) :effect (b)))`;
const PROBLEM = '(define (problem p) (:domain d) (:init (a)) (:goal (b)))';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-plan-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function plan(body: string, [domain, problem] = [DOMAIN, PROBLEM]) {
  let now = 0;
  const clock = () => 40 * now++;
  return planWithFastDownward(domain ?? '', problem ?? '', { path: fakeFastDownward(folder, body), clock });
}

describe('planWithFastDownward()', () => {
  it('gives the document that planProblem() gives', async () => {
    expect(await plan(solvingWith(['(go)']))).toEqual({
      ...planDocument('solved'),
      plan: ['(go)'],
      cost: 1,
      expanded: 5,
      evaluated: 9,
      generated: 11,
      searchMs: expect.closeTo(5),
      totalMs: 40,
    });
  });

  it('throws where the plan is wrong', async () => {
    await expect(plan(solvingWith(['(go)', '(stay)']))).rejects.toThrow(
      'Fast Downward\'s plan is wrong: action 2 of 2, "(stay)": there is no action "stay"',
    );
  });

  it('throws where the plan costs something else than it says', async () => {
    await expect(plan(solvingWith(['(go)'], 4))).rejects.toThrow(
      'Fast Downward says that its plan costs 4, and replayed it costs 1',
    );
    await expect(plan(solvingWith(['(go)'], 0))).rejects.toThrow('costs 0, and replayed it costs 1');
  });

  it('takes a greater cost where several actions have the name', async () => {
    const domain = `(define (domain d) (:requirements :action-costs) (:predicates (a) (b)) (:functions (total-cost) - number)
      (:action go :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 3)))
      (:action go :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 5))))`;
    const problem = PROBLEM.replace('(b)))', '(b)) (:metric minimize (total-cost)))');
    expect(await plan(solvingWith(['(go)'], 5), [domain, problem])).toMatchObject({ status: 'solved', cost: 5 });
    await expect(plan(solvingWith(['(go)'], 2), [domain, problem])).rejects.toThrow('replayed it costs 3');
  });

  it('gives warnings, and the one that may be why there is no plan', async () => {
    const domain = DOMAIN.replace('(:predicates', '(:requirements :typing) (:predicates').replace('()', '(?x - blok)');
    expect(await plan('process.exitCode = 11;', [domain, PROBLEM])).toMatchObject({
      status: 'unsolvable',
      message: expect.stringMatching(/^Fast Downward found no plan, perhaps because of this: domain, line 2.*"blok"/),
      warnings: [{ kind: 'undeclared_type', line: 2 }],
    });
  });

  it('says that there is no plan, and which limit was reached', async () => {
    expect(await plan('process.exitCode = 12;')).toMatchObject({
      status: 'unsolvable',
      message: 'Fast Downward found no plan',
    });
    expect(await plan('process.exitCode = 22;')).toMatchObject({
      status: 'limit',
      message: 'Fast Downward was stopped by a limit: memory',
    });
  });

  it('says where the text is wrong, which our own reader knows', async () => {
    const broken = PROBLEM.replace('(b)', '(c)');
    expect(await plan('process.exitCode = 31;', [DOMAIN, broken])).toMatchObject({
      status: 'invalid',
      line: 1,
      column: expect.any(Number),
      message: expect.stringContaining('problem, line 1'),
    });
  });

  it("gives Fast Downward's words where our own reader finds nothing", async () => {
    expect(await plan(`console.error('No.'); process.exitCode = 34;`)).toMatchObject({
      status: 'unsupported',
      line: null,
      message: 'No.',
    });
  });
});
