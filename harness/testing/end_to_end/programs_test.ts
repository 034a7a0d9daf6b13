import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { PLACES } from '../../io/places.ts';
import { readRun } from '../../run/stored_run.ts';
import type { Trace } from '../../trace/trace.ts';
import { refusal, tapedeck, words } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { at, file, read } = scratchFolder();
const EPISODE = words`--scene house_1 --task open_fridge`;

function program(name: string, body: string): string {
  const path = file(
    `${name}.cjs`,
    `const fs = require('node:fs');
const tell = (message) => fs.writeSync(1, JSON.stringify(message) + '\\n');
const act = (verb, ...args) => tell({ type: 'act', action: { verb, args } });
const lines = require('node:readline').createInterface({ input: process.stdin });
${body}`,
  );
  return `cmd:'${process.execPath}' '${path}'`;
}

const heard = (body: string) => `lines.on('line', (line) => { const said = JSON.parse(line); ${body} });`;
const HANG = 'setInterval(() => {}, 1000);';
const WAITING = heard(`act('wait');`);
const OPENING = `const plan = [['move', 'kitchen1'], ['move', 'fridge1'], ['open', 'fridge1']];
  ${heard(`if (plan.length > 0) act(...plan.shift()); else tell({ type: 'stop', reason: 'plan_completed' });`)}`;

const SLOW = `${heard(`if (said.type === 'start') act('wait');`)} ${HANG}`;
const WROTE = 'wrote "Loading model …" (line 1 of its output)';
const TOO_LONG = 'the program wrote a line longer than 16777216 bytes';

const runOf = (...planners: readonly string[]) => [
  ...['run', 'household', ...EPISODE],
  ...planners.flatMap((planner) => ['--planner', planner]),
];

let runs = 0;
async function run(planners: readonly string[], ...more: string[]) {
  runs += 1;
  const out = at(`run_${runs}`);
  const ran = await tapedeck(...runOf(...planners), '--out', out, ...more);
  return { ...ran, out, traces: existsSync(out) ? readRun(out).traces : [] };
}

function traceOf(traces: readonly Trace[], planner: string): Trace {
  const trace = traces.find(({ header }) => header.planner === planner);
  if (trace === undefined) throw new Error(`No trace of ${planner}`);
  return trace;
}

describe('tapedeck run --planner cmd:…', () => {
  it('ends the episode of a program that fails, and no other', async () => {
    const failing = [
      ['crash', `throw new Error('oh no');`, 'planner_failed', 'the program ended with exit code 1'],
      ['quits', 'process.exit(0);', 'planner_stopped', 'returned'],
      ['hang', HANG, 'timeout', 'the program sent nothing for 3 s; flush each line'],
      ['garbage', `console.log('Loading model …'); ${WAITING}`, 'planner_failed', expect.stringContaining(WROTE)],
      ['endless', `for (;;) fs.writeSync(1, 'x'.repeat(65536));`, 'planner_failed', TOO_LONG],
      ['slow', SLOW, 'timeout', 'the program worked on a decision for 1 s; flush each line'],
    ] as const;
    const planners = failing.map(([name, body]) => program(name, body));
    const good = program('opening', OPENING);
    const limits = words`--decision-timeout-s 1 --start-timeout-s 3 --jobs 2`;
    const { traces, said, exitCode } = await run([...planners, good, 'oracle', `${good} x`], ...limits);
    expect(exitCode, said).toBe(1);
    const summaries = planners.map((planner) => traceOf(traces, planner).summary);
    expect(summaries.map(({ end, detail }) => [end, detail])).toEqual(failing.map(([, , ...ended]) => ended));
    expect(summaries.at(-1)!.steps).toBe(1);
    for (const planner of [good, 'oracle']) expect(traceOf(traces, planner).summary.end).toBe('goal');
    expect(said).toContain(`household/house_1/open_fridge/${planners[0]}/1: Error: oh no`);
  });

  it('leaves the same traces again, with the digest of the program, and judges its beliefs', async () => {
    const note = `tell({ type: 'note', note: { kind: 'belief', belief: { objects: [['fridge1', 'open']] } } });`;
    const planner = program('believing', OPENING.replace('if (plan', `${note} if (plan`));
    const [one, two] = [await run([planner, 'oracle']), await run([planner, 'oracle'], '--jobs', '2')];
    expect(one.traces).toEqual(two.traces);
    const { header, events } = traceOf(one.traces, planner);
    expect(Object.keys(header.digests.program ?? {})).toEqual([process.execPath, at('believing.cjs')]);
    expect(events.map(({ event }) => event)).toContain('note');
    const shown = await tapedeck('trace', `household/house_1/open_fridge/${planner}/1`, '--run', one.out);
    expect(shown.exitCode).toBe(0);
  });

  it('ends an episode at a miss, tells the program, and exports the request', async () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const question = JSON.stringify({ type: 'ask', messages, purpose: 'plan' });
    const write = `fs.writeFileSync(${JSON.stringify(at('failed.json'))}, line);`;
    const asking = program('asking', heard(`if (said.type === 'start') tell(${question}); else ${write}`));
    const { exitCode, traces, out } = await run([asking, 'oracle'], ...words`--mode batch --tapes ${at('tapes')}`);
    expect(exitCode).toBe(3);
    expect(traceOf(traces, asking).summary).toMatchObject({ end: 'tape_miss', calls: 1 });
    expect(traceOf(traces, 'oracle').summary.end).toBe('goal');
    expect(JSON.parse(read('failed.json'))).toMatchObject({ type: 'failed', code: 'tape_miss' });
    await tapedeck(...words`batch export ${out} -o ${at('requests.jsonl')} --tapes ${at('tapes')}`);
    expect(JSON.parse(read('requests.jsonl')).body).toEqual({ model: 'claude', messages, temperature: 0 });
  });

  it.each([
    ['no-such-program x', 'of planner "cmd:no-such-program x": PATH has no such program'],
    ['./nowhere', 'not an executable file'],
    ['x'.repeat(300), 'put it into a script'],
  ])('says before the first episode that a program cannot run: %s', async (command, message) => {
    expect(await refusal(...runOf(`cmd:${command}`))).toContain(message);
  });

  it('compares programs by their names, and starts none for runs, tapes or tables', async () => {
    const started = at('started');
    const opening = program('second', `fs.appendFileSync('${started}', 'x'); ${OPENING}`);
    const [one, two] = [await run([program('first', WAITING)]), await run([opening])];
    const played = read('started');
    const suite = { name: 'household', title: 'O', world: 'household', scenes: ['house_1'], model: 'claude' };
    const { tasks } = JSON.parse(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'));
    const only = tasks.filter(({ name }: { name: string }) => name === 'open_fridge');
    file('open_fridge.json', JSON.stringify({ tasks: only }));
    const path = file('own.json', JSON.stringify({ ...suite, tasks: './open_fridge.json', planners: [opening] }));
    const tables = at('tables');
    const made = await tapedeck(...words`tables --suite ${path} --allow-code --out ${tables} --tapes ${at('none')}`);
    expect(made.exitCode, made.said).toBe(0);
    const startsOfAll = read('started');
    expect(startsOfAll.length).toBeGreaterThan(played.length);
    for (const pair of [[one.out, two.out] as const, [tables, one.out] as const]) {
      const { exitCode, out, said } = await tapedeck('compare', ...pair, '--json');
      expect(exitCode, said).toBe(0);
      expect(out).toContain(JSON.stringify(opening));
      expect(out).toContain('open_fridge');
    }
    await tapedeck('compare', join(PLACES.root, 'cassettes/tapes/household'), two.out);
    expect(read('started')).toBe(startsOfAll);
  });

  it('runs the program of a suite in its folder, and from elsewhere only with --allow-code', async () => {
    program('suite/beside', `fs.writeFileSync('here', ''); ${OPENING}`);
    const of = { name: 'own', title: 'O', world: 'household', scenes: ['house_1'], tasks: 'table_1', model: 'm' };
    const planners = [`cmd:'${process.execPath}' beside.cjs`];
    const suite = file('suite/suite.json', JSON.stringify({ ...of, planners }));
    const ran = words`run ${suite} --task open_fridge --tapes ${at('suite/tapes')} --out ${at('suite/run')}`;
    expect(await refusal(...ran)).toContain('if you trust it, add --allow-code');
    expect(existsSync(at('suite/here'))).toBe(false);
    expect(await tapedeck(...ran, '--allow-code')).toMatchObject({ exitCode: 0 });
    expect(existsSync(at('suite/here'))).toBe(true);
  });
});

describe('tapedeck as a process, with a program', () => {
  function isAlive(pid: number): boolean {
    const status = join('/proc', String(pid), 'status');
    return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  }

  it.each([
    ['once', HANG, 1],
    ['once, which the program does not hear', `process.on('SIGTERM', () => {}); ${HANG}`, 1],
    ['twice', HANG, 2],
  ])('ends it and what it started at Ctrl-C %s', async (_, body, signals) => {
    const pidFile = at(`pids_${runs++}`);
    const planner = program(
      'starting',
      `const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      fs.writeFileSync('${pidFile}.next', process.pid + ' ' + child.pid);
      fs.renameSync('${pidFile}.next', '${pidFile}'); ${body}`,
    );
    const argv = [join(PLACES.root, 'harness/main.ts'), ...runOf(planner), '--out', `${pidFile}.run`];
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { timeout: 30_000 });
    const pids = readFileSync(pidFile, 'utf8').split(' ').map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    const ended = once(child, 'exit');
    for (let sent = 0; sent < signals; sent++) child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]));
  });

  it('says in one line that `npm run confined` starts none', async () => {
    const node = words`--permission --disable-warning=PERM0006 --allow-fs-read=* --allow-fs-write=results --allow-worker`;
    const argv = [...node, 'harness/main.ts', ...runOf(program('confined', WAITING))];
    const child = spawn(process.execPath, argv, { cwd: PLACES.root, stdio: ['ignore', 'ignore', 'pipe'] });
    const [[exitCode], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    expect(exitCode).toBe(2);
    expect(said).toMatch(/^Planner "cmd:.*" is a program, which `npm run confined` cannot start; use .*\n$/);
  });
});
