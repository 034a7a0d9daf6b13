/**
 * Planning and validating from the command line: documents and exit codes.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../command_line.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DOMAIN = `(define (domain ferry)
  (:requirements :strips :typing)
  (:types place car)
  (:predicates (at ?c - car ?p - place) (ferry ?p - place) (aboard ?c - car) (empty))
  (:action sail :parameters (?a ?b - place) :precondition (ferry ?a) :effect (and (ferry ?b) (not (ferry ?a))))
  (:action board :parameters (?c - car ?p - place) :precondition (and (at ?c ?p) (ferry ?p) (empty))
    :effect (and (aboard ?c) (not (at ?c ?p)) (not (empty))))
  (:action leave :parameters (?c - car ?p - place) :precondition (and (aboard ?c) (ferry ?p))
    :effect (and (at ?c ?p) (empty) (not (aboard ?c)))))
`;
const problem = (goal: string) => `(define (problem cross) (:domain ferry)
  (:objects here there - place red - car)
  (:init (at red here) (ferry here) (empty))
  (:goal ${goal}))
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const domain = file('domain.pddl', DOMAIN);
const cross = file('cross.pddl', problem('(at red there)'));
const PLAN = ['(board red here)', '(sail here there)', '(leave red there)'];

async function tapedeck(...argv: string[]) {
  const lines: { out: string[]; said: string[] } = { out: [], said: [] };
  const exitCode = await runCommandLine(argv, {
    terminal: { out: (text) => lines.out.push(text), say: (text) => lines.said.push(text), progress() {} },
    signal: new AbortController().signal,
    environment: {},
  });
  return { exitCode, out: lines.out.join('\n'), said: lines.said.join('\n') };
}

describe('tapedeck plan', () => {
  it('prints a cheapest plan, one action a line', async () => {
    const { exitCode, out, said } = await tapedeck('plan', domain, cross);
    expect([exitCode, out]).toEqual([0, PLAN.join('\n')]);
    expect(said).toMatch(/^Solved: 3 actions, cost 3; \d+ states expanded, \d+ evaluated/);
  });

  it.for([
    ['--search', 'gbfs'],
    ['--heuristic', 'hmax'],
    ['--heuristic', 'blind'],
    ['--time-limit-s', '60'],
  ])('prints one JSON document with %s %s', async (options) => {
    const { exitCode, out } = await tapedeck('plan', domain, cross, '--json', ...options);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toEqual({
      status: 'solved',
      cost: 3,
      plan: PLAN,
      expanded: expect.any(Number),
      evaluated: expect.any(Number),
      generated: expect.any(Number),
      searchMs: expect.any(Number),
      totalMs: expect.any(Number),
      message: null,
      line: null,
      column: null,
    });
  });

  it.for([
    ['unsolvable', 1, problem('(and (at red here) (at red there))'), []],
    ['invalid', 2, problem('(at blue there)'), []],
    ['unsupported', 2, problem('(at red there)').replace('(:goal', '(:constraints (always (empty))) (:goal'), []],
    ['limit', 4, problem('(at red there)'), ['--expansions-max', '1']],
  ] as const)('says "%s" with exit code %i', async ([status, code, text, options]) => {
    const { exitCode, out } = await tapedeck('plan', domain, file(`${status}.pddl`, text), '--json', ...options);
    const document = JSON.parse(out);
    expect([exitCode, document.status, document.plan]).toEqual([code, status, null]);
    expect(document.message).toMatch(/\w/);
    if (code === 2) expect(document).toMatchObject({ line: 4, column: expect.any(Number) });
  });

  it('says what to do where Fast Downward is asked for and not given', async () => {
    const { exitCode, said } = await tapedeck('plan', domain, cross, '--solver', 'fast-downward');
    expect([exitCode, said]).toEqual([2, expect.stringContaining('--fast-downward or set FAST_DOWNWARD')]);
    const missing = await tapedeck(
      'plan',
      domain,
      cross,
      '--solver',
      'fast-downward',
      '--fast-downward',
      join(folder, 'no'),
    );
    expect([missing.exitCode, missing.said]).toEqual([2, expect.stringContaining('Cannot run Fast Downward')]);
  });

  it('refuses files that are not there and limits that are none', async () => {
    expect((await tapedeck('plan', domain, join(folder, 'no.pddl'))).said).toContain('there is no such file');
    expect((await tapedeck('plan', domain, cross, '--time-limit-s', '0')).exitCode).toBe(2);
  });
});

describe('tapedeck validate', () => {
  const validate = (plan: readonly string[], ...options: string[]) =>
    tapedeck('validate', domain, cross, file('a.plan', plan.join('\n')), ...options);

  it('takes a plan that reaches the goal', async () => {
    expect(await validate(PLAN)).toMatchObject({ exitCode: 0, out: 'valid, cost 3' });
  });

  it('names the action that fails and the precondition that it lacks', async () => {
    const { exitCode, out } = await validate(PLAN.slice(1), '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ status: 'invalid', action: 2, unmet: '(aboard red)' });
  });

  it('names the goal that is not reached', async () => {
    expect(await validate(PLAN.slice(0, 2))).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('(at red there)'),
    });
  });

  it('refuses a plan and a problem that cannot be read, with the line', async () => {
    expect(await validate(['(board red here)', 'sail'])).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('line 2'),
    });
    const broken = file('broken.pddl', problem('(at red nowhere)'));
    expect((await tapedeck('validate', domain, broken, file('b.plan', ''))).said).toContain('line 4, column');
  });
});
