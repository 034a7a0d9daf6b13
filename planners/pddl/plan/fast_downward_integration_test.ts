import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFastDownward, solvingWith } from '../testing/fake_fast_downward.ts';
import {
  FastDownwardError,
  type FastDownwardOptions,
  type FastDownwardResult,
  fastDownward,
  planWithFastDownward,
} from './fast_downward.ts';
import { planDocument } from './plan_problem.ts';

let folder = '';
let runs = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-fast-downward-'));
  runs = join(folder, 'runs');
  mkdirSync(runs);
  vi.stubEnv('TMPDIR', runs);
});

afterEach(() => {
  vi.unstubAllEnvs();
  expect(readdirSync(runs)).toEqual([]);
  rmSync(folder, { recursive: true });
});

function run(body: string, options: Partial<FastDownwardOptions> = {}): Promise<FastDownwardResult> {
  const path = fakeFastDownward(folder, body);
  return fastDownward('(define (domain d))', '(define (problem p))', { path, ...options });
}

const NO_COUNTS = { expanded: null, evaluated: null, generated: null, totalTimeMs: null };

describe('fastDownward()', () => {
  it('gives plan, cost, counts and total time', async () => {
    const plan = ['(pick a b)', '(place a c)'];
    expect(await run(solvingWith(plan, 3))).toEqual({
      ...{ status: 'solved', plan, cost: 3, expanded: 5, evaluated: 9, generated: 11, totalTimeMs: expect.closeTo(5) },
    });
  });

  it('runs in a folder of its own, with both texts, plan file and translator file there', async () => {
    const seen = join(folder, 'seen.json');
    const body = `
      const texts = words.filter((word) => word.endsWith('.pddl')).map((word) => fs.readFileSync(word, 'utf8'));
      fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ words, texts, folder: process.cwd() }));
      ${solvingWith([])}`;
    const options = { memoryLimitMb: 512.5, timeLimitMs: 29_001, search: 'astar(blind())' };
    expect(await run(body, options)).toMatchObject({ status: 'solved', cost: 0 });
    const said = JSON.parse(readFileSync(seen, 'utf8'));
    expect(said.texts).toEqual(['(define (domain d))', '(define (problem p))']);
    expect(said.folder.startsWith(runs)).toBe(true);
    const limits = '--overall-time-limit 30s --overall-memory-limit 512M';
    const files = `--plan-file plan --sas-file output.sas ${limits} domain.pddl problem.pddl`;
    expect(said.words.join(' ')).toBe(`${files} --search astar(blind())`);
  });

  it('takes the last of several plans, and a plan found before a limit, exit codes 1 to 3', async () => {
    const body = `for (const i of [1, 2, 10]) fs.writeFileSync('plan.' + i, '(go a' + i + ')\\n; cost = ' + (20 - i));`;
    expect(await run(body)).toMatchObject({ status: 'solved', plan: ['(go a10)'], cost: 10 });
    for (const code of [1, 2, 3])
      expect(await run(`${solvingWith(['(go)'])}\nprocess.exitCode = ${code};`)).toMatchObject({ status: 'solved' });
  });

  const message = 'what is wrong';
  it.each([
    [{ status: 'unsolvable' }, [10, 11, 12]],
    [{ status: 'limit', limit: 'memory' }, [20, 22, 24]],
    [{ status: 'limit', limit: 'time' }, [21, 23]],
    [{ status: 'invalid', message }, [30, 31]],
    [{ status: 'unsupported', message }, [34]],
  ])('gives %j for the exit codes %j', async (result, codes) => {
    for (const code of codes) {
      const end = await run(`console.error('what is wrong'); process.exitCode = ${code};`);
      expect(end, `${code}`).toEqual({ ...result, ...NO_COUNTS });
    }
  });

  it.each([13, 32, 35, 36, 37, 99])('throws at exit code %d, which says nothing of the problem', async (code) => {
    const running = run(`console.error('one\\ntwo\\nthree\\nfour'); process.exitCode = ${code};`);
    const failure = new FastDownwardError(`Fast Downward ended with exit code ${code}: two three four`);
    await expect(running).rejects.toThrow(failure);
  });
});

describe('fastDownward() with a program that misbehaves', () => {
  it('ends one that hangs, when time is up or at the signal', async () => {
    const end = await run('setInterval(() => {}, 1000);', { timeLimitMs: 50, graceMs: 600_000 });
    expect(end).toEqual({ status: 'limit', limit: 'time', ...NO_COUNTS });
    const interruption = new AbortController();
    const running = run('setInterval(() => {}, 1000);', { signal: interruption.signal, graceMs: 50 });
    setTimeout(() => interruption.abort(), 50);
    expect(await running).toMatchObject({ status: 'limit', limit: 'aborted' });
    expect(await run('', { signal: interruption.signal })).toMatchObject({ status: 'limit', limit: 'aborted' });
  });

  it('ends what it leaves behind, which holds its output open', async () => {
    const child = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const body = `
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }).unref();
      ${solvingWith(['(go)'])}
      process.exit(0);`;
    expect(await run(body, { graceMs: 600_000, timeLimitMs: 600_000 })).toMatchObject({ status: 'solved' });
  });

  it('throws where it was killed', async () => {
    const running = run(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
    await expect(running).rejects.toThrow('Fast Downward was killed: it printed nothing');
  });

  it.each([
    ['', 'Fast Downward ended with exit code 0 and wrote no plan: it printed nothing'],
    [
      `console.error('one\\ntwo'); process.exitCode = 1;`,
      'Fast Downward ended with exit code 1 and wrote no plan: one two',
    ],
    [
      `fs.writeFileSync('plan', 'no plan');`,
      'wrote no plan to "plan": plan, line 1: expected an action such as "(pick a b)", found "no plan"',
    ],
    [`require('node:child_process').execFileSync('mkfifo', ['plan']);`, 'did not write its plan to a regular file'],
    [`fs.writeFileSync('plan', Buffer.alloc(1 << 25));`, 'wrote a plan of 33554432 bytes'],
    [
      `process.stdout.write(Buffer.from([255, 0, 254])); fs.writeFileSync('plan', Buffer.from([255, 0]));`,
      'wrote no plan to "plan"',
    ],
  ])('throws where there is no plan, after %j', async (body, message) => {
    await expect(run(body)).rejects.toThrow(message);
  });

  it('says what is wrong with a path that cannot be run', async () => {
    const start = (path: string) => fastDownward('', '', { path });
    const nowhere = join(folder, 'nowhere');
    const missing = 'the file, or the interpreter in its first line, does not exist';
    const failure = new FastDownwardError(`Cannot run Fast Downward at "${nowhere}": ${missing}`);
    await expect(start(nowhere)).rejects.toThrow(failure);
    await expect(start('no-fast-downward')).rejects.toThrow(
      'Cannot run Fast Downward at "no-fast-downward": no folder in PATH contains it',
    );
    const plain = fakeFastDownward(folder, '');
    chmodSync(plain, 0o644);
    await expect(start(plain)).rejects.toThrow('it is not executable');
  });

  it('takes a relative path from where it is called, and a bare name from PATH', async () => {
    const path = fakeFastDownward(folder, solvingWith(['(go)']));
    expect(await fastDownward('', '', { path: relative(process.cwd(), path) })).toMatchObject({ status: 'solved' });
    await expect(fastDownward('', '', { path: 'false' })).rejects.toThrow('exit code 1');
  });
});

const DOMAIN = `(define (domain d) (:predicates (a) (b))
  (:action go :parameters () :precondition (a) :effect (b)))`;
const PROBLEM = '(define (problem p) (:domain d) (:init (a)) (:goal (b)))';

function plan(body: string, [domain, problem]: readonly [string, string] = [DOMAIN, PROBLEM]) {
  let now = 0;
  const clock = () => 40 * now++;
  return planWithFastDownward(domain, problem, { path: fakeFastDownward(folder, body), clock });
}

describe('planWithFastDownward()', () => {
  it('gives the document that planProblem() gives', async () => {
    const found = { plan: ['(go)'], cost: 1, expanded: 5, evaluated: 9, generated: 11 };
    const times = { searchMs: expect.closeTo(5), totalMs: 40 };
    expect(await plan(solvingWith(['(go)']))).toEqual({ ...planDocument('solved'), ...found, ...times });
  });

  it('throws where the plan is wrong, or costs something else than it says', async () => {
    const wrong = 'Fast Downward\'s plan is wrong: action 2 of 2, "(stay)": there is no action "stay"';
    await expect(plan(solvingWith(['(go)', '(stay)']))).rejects.toThrow(wrong);
    const cost = 'Fast Downward reports a cost of 4, but its plan costs 1';
    await expect(plan(solvingWith(['(go)'], 4))).rejects.toThrow(cost);
  });

  it('takes a greater cost where several actions have the name', async () => {
    const domain = `(define (domain d) (:requirements :action-costs) (:predicates (a) (b)) (:functions (total-cost) - number)
      (:action go :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 3)))
      (:action go :parameters () :precondition (a) :effect (and (b) (increase (total-cost) 5))))`;
    const problem = PROBLEM.replace('(b)))', '(b)) (:metric minimize (total-cost)))');
    expect(await plan(solvingWith(['(go)'], 5), [domain, problem])).toMatchObject({ status: 'solved', cost: 5 });
    await expect(plan(solvingWith(['(go)'], 2), [domain, problem])).rejects.toThrow('but its plan costs 3');
  });

  it('gives warnings, and the one that may be why there is no plan', async () => {
    const domain = DOMAIN.replace('(:predicates', '(:requirements :typing) (:predicates').replace('()', '(?x - blok)');
    const message = /^Fast Downward found no plan, perhaps because of this warning: domain, line 2.*"blok"/;
    const document = await plan('process.exitCode = 11;', [domain, PROBLEM]);
    expect(document).toMatchObject({ status: 'unsolvable', warnings: [{ kind: 'undeclared_type', line: 2 }] });
    expect(document.message).toMatch(message);
  });

  it.each([
    ['process.exitCode = 12;', '(b)', { status: 'unsolvable', message: 'Fast Downward found no plan' }],
    ['process.exitCode = 22;', '(b)', { status: 'limit', message: 'Fast Downward reached its memory limit' }],
    // Our own reader knows where the text is wrong; where it finds nothing, Fast Downward's words are given.
    [
      'process.exitCode = 31;',
      '(c)',
      { status: 'invalid', line: 1, message: expect.stringContaining('problem, line 1') },
    ],
    [`console.error('No.'); process.exitCode = 34;`, '(b)', { status: 'unsupported', line: null, message: 'No.' }],
  ])('after %s with the goal %s gives %j', async (body, goal, document) => {
    expect(await plan(body, [DOMAIN, PROBLEM.replace('(b)', goal)])).toMatchObject(document);
  });
});
