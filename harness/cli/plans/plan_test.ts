import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeFastDownward, solvingWith } from '../../../planners/pddl/testing/fake_fast_downward.ts';
import { tapedeck, tapedeckIn } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, file } = scratchFolder();

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

const domain = file('domain.pddl', DOMAIN);
const cross = file('cross.pddl', problem('(at red there)'));
const PLAN = ['(board red here)', '(sail here there)', '(leave red there)'];

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
    ['--time-limit-s', '1e9'],
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
      warnings: [],
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

  it('names a place once', async () => {
    const { said } = await tapedeck('plan', domain, file('typo.pddl', problem('(at blue there)')));
    expect(said).toMatch(/^invalid: problem, line 4, column \d+: /);
    expect(said.match(/line/g)).toHaveLength(1);
  });

  it('says what is probably not meant, and that it may be why there is no plan', async () => {
    const typo = file('typo_domain.pddl', DOMAIN.replaceAll('?c - car ?p - place) :pre', '?c - cars ?p - place) :pre'));
    const { exitCode, out, said } = await tapedeck('plan', typo, cross, '--json');
    expect(exitCode).toBe(1);
    const { message, warnings } = JSON.parse(out);
    expect(warnings[0]).toMatchObject({ kind: 'undeclared_type', file: 'domain', line: 6, column: expect.any(Number) });
    expect(message).toContain(`can never become true, perhaps because of this: ${warnings[0].message}`);
    expect(said).toContain(`Warning: ${warnings[0].message}\n`);
    const twice = '(empty)'.repeat(15);
    const noisy = await tapedeck(
      'plan',
      domain,
      file('noisy.pddl', problem('(at red there)').replace('(empty)', twice)),
    );
    expect(noisy.said.split('\n').map((line) => line.slice(0, 8))).toEqual([
      ...Array(10).fill('Warning:'),
      'and 4 mo',
      'Solved: ',
    ]);
  });

  it.for([
    ['--time-limit-s 0', '--time-limit-s must be more than 0, found 0'],
    ['--time-limit-s abc', '--time-limit-s must be a number, found "abc"'],
    ['--time-limit-s Infinity', '--time-limit-s must be a number, found "Infinity"'],
    ['--time-limit-s', '--time-limit-s is given no value'],
    ['--heuristic lmcut --heuristic ff', '--heuristic is given 2 times; expected one value'],
  ] as const)('refuses %s', async ([options, message]) => {
    expect(await tapedeck('plan', domain, cross, ...options.split(' '))).toEqual({
      exitCode: 2,
      out: '',
      said: message,
    });
  });

  it('refuses files that are not there, with --json in one document', async () => {
    const path = join(folder, 'no.pddl');
    const error = `Cannot read "${path}": there is no such file`;
    const { exitCode, out, said } = await tapedeck('plan', domain, path, '--json');
    expect([exitCode, JSON.parse(out), said]).toEqual([2, { error, exitCode: 2 }, error]);
    expect((await tapedeck('plan', '-', cross)).said).toContain('Cannot read "-"');
  });
});

describe('tapedeck plan with a great problem', () => {
  const objects = Array.from({ length: 300 }, (_, i) => `o${i}`);
  const greatDomain = file(
    'great_domain.pddl',
    `(define (domain great) (:predicates (p ?x) (q ?x ?y ?z))
      (:action go :parameters (?x ?y ?z) :precondition (and (p ?x) (p ?y) (p ?z)) :effect (q ?x ?y ?z)))`,
  );
  const great = file(
    'great.pddl',
    `(define (problem p) (:domain great) (:objects ${objects.join(' ')})
      (:init ${objects.map((object) => `(p ${object})`).join(' ')}) (:goal (q o1 o2 o3)))`,
  );

  it('keeps its time limit while it grounds', async () => {
    expect(await tapedeck('plan', greatDomain, great, '--time-limit-s', '0.2')).toEqual({
      exitCode: 4,
      out: '',
      said: 'limit: the time limit of 0.2 s was reached while reading and grounding',
    });
  });

  it('hears an interruption while it grounds, without a time limit', async () => {
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 50);
    const { exitCode, said } = await tapedeckIn({ signal: interruption.signal }, 'plan', greatDomain, great);
    expect([exitCode, said]).toEqual([130, 'Interrupted']);
  });
});

describe('tapedeck plan --solver fast-downward', () => {
  const withFastDownward = (...options: string[]) =>
    tapedeck('plan', domain, cross, '--solver', 'fast-downward', ...options);

  it('says what to do where it is not given, or not there', async () => {
    const { exitCode, said } = await withFastDownward();
    expect([exitCode, said]).toEqual([2, expect.stringContaining('--fast-downward or set FAST_DOWNWARD')]);
    const missing = await withFastDownward('--fast-downward', join(folder, 'no'));
    expect([missing.exitCode, missing.said]).toEqual([2, expect.stringContaining('there is no such file')]);
  });

  it('takes a relative path, also from the environment', async () => {
    const path = relative(process.cwd(), fakeFastDownward(folder, solvingWith(PLAN)));
    expect(await withFastDownward('--fast-downward', path)).toMatchObject({ exitCode: 0, out: PLAN.join('\n') });
    const environment = { FAST_DOWNWARD: path };
    expect(await tapedeckIn({ environment }, 'plan', domain, cross, '--solver', 'fast-downward')).toMatchObject({
      exitCode: 0,
    });
  });

  it.for([
    [[], 'astar(lmcut())'],
    [['--search', 'gbfs'], 'eager_greedy([ff()])'],
    [['--search', 'gbfs', '--heuristic', 'hmax'], 'eager_greedy([hmax()])'],
  ] as const)('with %j searches by %s', async ([options, search]) => {
    const path = fakeFastDownward(folder, `console.error(after('--search')); process.exitCode = 36;`);
    expect((await withFastDownward('--fast-downward', path, ...options)).said).toContain(`exit code 36: ${search}`);
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
    expect(JSON.parse(out)).toMatchObject({ status: 'wrong', action: 2, unmet: '(aboard red)' });
  });

  it('names the goal that is not reached', async () => {
    expect(await validate(PLAN.slice(0, 2))).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('(at red there)'),
    });
  });

  it('refuses a plan and a problem that cannot be read, with the line, once', async () => {
    const plan = await validate(['(board red here)', 'sail']);
    expect([plan.exitCode, plan.out]).toEqual([2, '']);
    expect(plan.said).toMatch(/^Cannot use ".*a\.plan": plan, line 2: expected an action/);
    const broken = file('broken.pddl', problem('(at red nowhere)'));
    const { said } = await tapedeck('validate', domain, broken, file('b.plan', ''));
    expect(said).toMatch(/^Cannot use ".*broken\.pddl": problem, line 4, column \d+: /);
    expect(said.match(/line 4/g)).toHaveLength(1);
  });

  it.for([
    ['invalid', 'problem', 4, problem('(at blue there)'), PLAN],
    [
      'unsupported',
      'problem',
      4,
      problem('(at red there)').replace('(:goal', '(:constraints (always (empty))) (:goal'),
      PLAN,
    ],
    ['invalid', 'plan', 2, problem('(at red there)'), ['(board red here)', 'sail']],
  ] as const)('with --json says "%s" of a %s in a document, too', async ([status, name, line, text, plan]) => {
    const paths = [domain, file('refused.pddl', text), file('refused.plan', plan.join('\n'))];
    const { exitCode, out } = await tapedeck('validate', ...paths, '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).toEqual({
      status,
      message: expect.stringContaining(`${name}, line ${line}`),
      file: name,
      line,
      column: name === 'plan' ? null : expect.any(Number),
    });
  });
});
