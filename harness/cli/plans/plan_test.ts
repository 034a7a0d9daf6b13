import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeFastDownward, solvingWith } from '../../../planners/pddl/testing/fake_fast_downward.ts';
import { refusal, tapedeck, tapedeckIn } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, at, file } = scratchFolder();

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
const CROSS = problem('(at red there)');
const CONSTRAINED = CROSS.replace('(:goal', '(:constraints (always (empty))) (:goal');

const domain = file('domain.pddl', DOMAIN);
const cross = file('cross.pddl', CROSS);
const PLAN = ['(board red here)', '(sail here there)', '(leave red there)'];

describe('tapedeck plan', () => {
  it('prints a cheapest plan, one action a line, and names the place of an error once', async () => {
    const { exitCode, out, said } = await tapedeck('plan', domain, cross);
    expect([exitCode, out]).toEqual([0, PLAN.join('\n')]);
    expect(said).toMatch(/^Solved: 3 actions, cost 3; \d+ states expanded, \d+ evaluated/);
    const typo = await tapedeck('plan', domain, file('typo.pddl', problem('(at blue there)')));
    expect(typo.said).toMatch(/^invalid: problem, line 4, column \d+: (?!.*line)/s);
  });

  it.for(['--search gbfs', '--heuristic hmax', '--heuristic blind', '--time-limit-s 1e9'])(
    'prints one JSON document with %s',
    async (options) => {
      const { exitCode, out } = await tapedeck('plan', domain, cross, '--json', ...options.split(' '));
      expect(exitCode).toBe(0);
      const number = expect.any(Number);
      expect(JSON.parse(out)).toEqual({
        ...{ status: 'solved', cost: 3, plan: PLAN },
        ...{ expanded: number, evaluated: number, generated: number, searchMs: number, totalMs: number },
        ...{ message: null, line: null, column: null, warnings: [] },
      });
    },
  );

  it.for([
    ['unsolvable', 1, problem('(and (at red here) (at red there))'), []],
    ['invalid', 2, problem('(at blue there)'), []],
    ['unsupported', 2, CONSTRAINED, []],
    ['limit', 4, CROSS, ['--expansions-max', '1']],
  ] as const)('says "%s" with exit code %i', async ([status, code, text, options]) => {
    const { exitCode, out } = await tapedeck('plan', domain, file(`${status}.pddl`, text), '--json', ...options);
    const document = JSON.parse(out);
    expect([exitCode, document.status, document.plan]).toEqual([code, status, null]);
    expect(document.message).toMatch(/\w/);
    if (code === 2) expect(document).toMatchObject({ line: 4, column: expect.any(Number) });
  });

  it('says what is probably not meant, and that it may be why there is no plan', async () => {
    const typo = file('typo_domain.pddl', DOMAIN.replaceAll('?c - car ?p - place) :pre', '?c - cars ?p - place) :pre'));
    const { exitCode, out, said } = await tapedeck('plan', typo, cross, '--json');
    expect(exitCode).toBe(1);
    const { message, warnings } = JSON.parse(out);
    expect(warnings[0]).toMatchObject({ kind: 'undeclared_type', file: 'domain', line: 6, column: expect.any(Number) });
    expect(message).toContain(`can never become true, perhaps because of this warning: ${warnings[0].message}`);
    expect(said).toContain(`Warning: ${warnings[0].message}\n`);
    const noisy = file('noisy.pddl', CROSS.replace('(empty)', '(empty)'.repeat(15)));
    const lines = (await tapedeck('plan', domain, noisy)).said.split('\n');
    expect(lines.map((line) => line.slice(0, 8))).toEqual([...Array(10).fill('Warning:'), 'and 4 mo', 'Solved: ']);
  });

  it.for([
    ['--time-limit-s 0', '--time-limit-s must be more than 0, found 0'],
    ['--time-limit-s Infinity', '--time-limit-s must be a number, found "Infinity"'],
  ] as const)('refuses %s', async ([options, message]) => {
    expect(await refusal('plan', domain, cross, ...options.split(' '))).toBe(message);
  });

  it('refuses missing files, with --json in one document', async () => {
    const error = `Cannot read "${at('no.pddl')}": there is no such file`;
    const { exitCode, out, said } = await tapedeck('plan', domain, at('no.pddl'), '--json');
    expect([exitCode, JSON.parse(out), said]).toEqual([2, { error, exitCode: 2 }, error]);
    expect(await refusal('plan', '-', cross)).toContain('Cannot read "-"');
  });
});

describe('tapedeck plan with a great problem', () => {
  const objects = Array.from({ length: 300 }, (_, i) => `o${i}`);
  const great = [
    file(
      'great_domain.pddl',
      `(define (domain great) (:predicates (p ?x) (q ?x ?y ?z))
      (:action go :parameters (?x ?y ?z) :precondition (and (p ?x) (p ?y) (p ?z)) :effect (q ?x ?y ?z)))`,
    ),
    file(
      'great.pddl',
      `(define (problem p) (:domain great) (:objects ${objects.join(' ')})
      (:init ${objects.map((object) => `(p ${object})`).join(' ')}) (:goal (q o1 o2 o3)))`,
    ),
  ];

  it('keeps its time limit while it grounds', async () => {
    const said = 'limit: the time limit of 0.2 s was reached while reading and grounding';
    expect(await tapedeck('plan', ...great, '--time-limit-s', '0.2')).toEqual({ exitCode: 4, out: '', said });
  });

  it('hears an interruption while it grounds, without a time limit', async () => {
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 50);
    const { exitCode, said } = await tapedeckIn({ signal: interruption.signal }, 'plan', ...great);
    expect([exitCode, said]).toEqual([130, 'Interrupted']);
  });
});

describe('tapedeck plan --solver fast-downward', () => {
  const planning = ['plan', domain, cross, '--solver', 'fast-downward'];

  it('takes a relative path, also from the environment, and says what to do without', async () => {
    expect(await refusal(...planning)).toContain('--fast-downward or set FAST_DOWNWARD');
    expect(await refusal(...planning, '--fast-downward', at('no'))).toContain('does not exist');
    const path = relative(process.cwd(), fakeFastDownward(folder, solvingWith(PLAN)));
    expect(await tapedeck(...planning, '--fast-downward', path)).toMatchObject({ exitCode: 0, out: PLAN.join('\n') });
    expect(await tapedeckIn({ environment: { FAST_DOWNWARD: path } }, ...planning)).toMatchObject({ exitCode: 0 });
  });

  it.for([
    ['--search astar', 'astar(lmcut())'],
    ['--search gbfs', 'eager_greedy([ff()])'],
    ['--search gbfs --heuristic hmax', 'eager_greedy([hmax()])'],
  ] as const)('with %s searches by %s', async ([options, search]) => {
    const path = fakeFastDownward(folder, `console.error(after('--search')); process.exitCode = 36;`);
    const { said } = await tapedeck(...planning, '--fast-downward', path, ...options.split(' '));
    expect(said).toContain(`exit code 36: ${search}`);
  });
});

describe('tapedeck validate', () => {
  const validate = (plan: readonly string[], ...options: string[]) =>
    tapedeck('validate', domain, cross, file('a.plan', plan.join('\n')), ...options);

  it('accepts a plan that reaches the goal, and reports the fault of any other plan', async () => {
    expect(await validate(PLAN)).toMatchObject({ exitCode: 0, out: 'valid, cost 3' });
    const { exitCode, out } = await validate(PLAN.slice(1), '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ status: 'wrong', action: 2, unmet: '(aboard red)' });
    const short = { exitCode: 1, out: expect.stringContaining('(at red there)') };
    expect(await validate(PLAN.slice(0, 2))).toMatchObject(short);
  });

  it.for([
    ['invalid', 'problem', 4, problem('(at blue there)'), PLAN],
    ['unsupported', 'problem', 4, CONSTRAINED, PLAN],
    ['invalid', 'plan', 2, CROSS, ['(board red here)', 'sail']],
  ] as const)('says "%s" of a %s with the line, once, and in a document', async ([status, name, line, text, plan]) => {
    const paths = { problem: file('refused.pddl', text), plan: file('refused.plan', plan.join('\n')) };
    const argv = ['validate', domain, ...Object.values(paths)];
    const said = await refusal(...argv);
    const place = `${name}, line ${line}`;
    expect(said).toContain(`Cannot use "${paths[name]}": ${place}`);
    expect(said.split(`line ${line}`)).toHaveLength(2);
    const { exitCode, out } = await tapedeck(...argv, '--json');
    const column = name === 'plan' ? null : expect.any(Number);
    const message = expect.stringContaining(place);
    expect([exitCode, JSON.parse(out)]).toEqual([2, { status, message, file: name, line, column }]);
  });
});
