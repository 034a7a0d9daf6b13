import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeFastDownward, solvingWith } from './fake_fast_downward.ts';
import { planDocument } from './plan_document.ts';
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
