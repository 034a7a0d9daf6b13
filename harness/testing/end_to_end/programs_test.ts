import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { PLACES } from '../../io/places.ts';
import { readRun } from '../../run/stored_run.ts';
import type { Trace } from '../../trace/trace.ts';
import { tapedeck } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { folder } = scratchFolder();

const EPISODE = ['--scene', 'house_1', '--task', 'open_fridge'];

/** Writes a program in JavaScript and names it as a planner; `said` is each message that it is sent. */
function program(name: string, body: string, where = folder): string {
  const file = join(where, `${name}.cjs`);
  writeFileSync(
    file,
    `const fs = require('node:fs');
const tell = (message) => fs.writeSync(1, JSON.stringify(message) + '\\n');
const act = (verb, ...args) => tell({ type: 'act', action: { verb, args } });
const lines = require('node:readline').createInterface({ input: process.stdin });
${body}`,
  );
  return `cmd:'${process.execPath}' '${file}'`;
}

const heard = (body: string) => `lines.on('line', (line) => { const said = JSON.parse(line); ${body} });`;
const HANG = 'setInterval(() => {}, 1000);';
const WAITING = heard(`act('wait');`);
const OPENING = `const plan = [['move', 'kitchen1'], ['move', 'fridge1'], ['open', 'fridge1']];
  ${heard(`if (plan.length > 0) act(...plan.shift()); else tell({ type: 'stop', reason: 'plan_completed' });`)}`;

let runs = 0;
async function run(planners: readonly string[], ...words: string[]) {
  runs += 1;
  const out = join(folder, `run_${runs}`);
  const named = planners.flatMap((planner) => ['--planner', planner]);
  const ran = await tapedeck('run', 'household', ...named, ...EPISODE, '--out', out, ...words);
  return { ...ran, out, traces: existsSync(out) ? readRun(out).traces : [] };
}

function traceOf(traces: readonly Trace[], planner: string): Trace {
  const trace = traces.find(({ header }) => header.planner === planner);
  if (trace === undefined) throw new Error(`No trace of ${planner}`);
  return trace;
}

describe('tapedeck run --planner cmd:…', () => {
  it('ends the episode of a program that fails, and no other', async () => {
    const failing = {
      crash: `throw new Error('oh no');`,
      quits: 'process.exit(0);',
      hang: HANG,
      garbage: `console.log('Loading model …'); ${WAITING}`,
      endless: `for (;;) fs.writeSync(1, 'x'.repeat(65536));`,
      slow: `${heard(`if (said.type === 'start') act('wait');`)} ${HANG}`,
    };
    const named = Object.entries(failing).map(([name, body]) => [name, program(name, body)] as const);
    const good = program('opening', OPENING);
    const missing = `${good} x`;
    const { traces, said, exitCode } = await run(
      [...named.map(([, planner]) => planner), good, 'oracle', missing],
      ...['--decision-timeout-s', '1', '--start-timeout-s', '3', '--jobs', '2'],
    );
    expect(exitCode, said).toBe(1);
    const ends = named.map(([name, planner]) => [name, traceOf(traces, planner).summary] as const);
    expect(ends.map(([name, { end, detail }]) => [name, end, detail])).toEqual([
      ['crash', 'planner_failed', 'the program ended with exit code 1'],
      ['quits', 'planner_stopped', 'returned'],
      ['hang', 'timeout', 'the program said nothing for 3 s; a line counts once it is flushed'],
      ['garbage', 'planner_failed', expect.stringContaining('wrote "Loading model …" (line 1 of its output)')],
      ['endless', 'planner_failed', 'the program wrote a line of over 16777216 bytes'],
      ['slow', 'timeout', 'the program worked on a decision for 1 s; a line counts once it is flushed'],
    ]);
    expect(traceOf(traces, named.at(-1)![1]).summary.steps).toBe(1);
    for (const planner of [good, 'oracle']) expect(traceOf(traces, planner).summary.end).toBe('goal');
    expect(said).toContain(`household/house_1/open_fridge/${named[0]![1]}/1: Error: oh no`);
  });

  it('leaves the same traces again, with the digest of the program, and judges its beliefs', async () => {
    const note = `tell({ type: 'note', note: { kind: 'belief', belief: { objects: [['fridge1', 'open']] } } });`;
    const planner = program('believing', OPENING.replace('if (plan', `${note} if (plan`));
    const [one, two] = [await run([planner, 'oracle']), await run([planner, 'oracle'], '--jobs', '2')];
    expect(one.traces).toEqual(two.traces);
    const { header, events } = traceOf(one.traces, planner);
    expect(Object.keys(header.digests.program ?? {})).toEqual([process.execPath, join(folder, 'believing.cjs')]);
    expect(events.map(({ event }) => event)).toContain('note');
    expect(await tapedeck('trace', `household/house_1/open_fridge/${planner}/1`, '--run', one.out)).toMatchObject({
      exitCode: 0,
    });
  });

  it('ends an episode at a miss, tells the program, and exports what was asked', async () => {
    const file = join(folder, 'failed.json');
    const asking = program(
      'asking',
      heard(`if (said.type === 'start') tell({ type: 'ask', messages: [{ role: 'user', content: 'hi' }], purpose: 'plan' });
      else fs.writeFileSync(${JSON.stringify(file)}, line);`),
    );
    const tapes = join(folder, 'tapes');
    const { exitCode, traces, out } = await run([asking, 'oracle'], '--mode', 'batch', '--tapes', tapes);
    expect(exitCode).toBe(3);
    expect(traceOf(traces, asking).summary).toMatchObject({ end: 'tape_miss', calls: 1 });
    expect(traceOf(traces, 'oracle').summary.end).toBe('goal');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ type: 'failed', code: 'tape_miss' });
    const requests = join(folder, 'requests.jsonl');
    await tapedeck('batch', 'export', out, '-o', requests, '--tapes', tapes);
    const { body } = JSON.parse(readFileSync(requests, 'utf8'));
    expect(body).toEqual({ model: 'claude', messages: [{ role: 'user', content: 'hi' }], temperature: 0 });
  });

  it('says before the first episode that a program is not there', async () => {
    expect(await run(['cmd:no-such-program x'])).toMatchObject({
      exitCode: 2,
      said: 'Cannot run "no-such-program" of planner "cmd:no-such-program x": no folder of PATH has such a program',
    });
    expect(await run(['cmd:./nowhere'])).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('may be executed'),
    });
    expect(await run([`cmd:${'x'.repeat(300)}`])).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('put it into a script'),
    });
    expect(await run(['cmd:x'], '--decision-timeout-s', '0')).toMatchObject({
      exitCode: 2,
      said: '--decision-timeout-s must be more than 0, found 0',
    });
  });

  it('compares programs by their names, and starts none for what it reads', async () => {
    const [first, second] = [
      program('first', WAITING),
      program('second', `fs.appendFileSync('${folder}/started', 'x'); ${OPENING}`),
    ];
    const [one, two] = [await run([first]), await run([second])];
    const started = readFileSync(join(folder, 'started'), 'utf8');
    const { exitCode, out, said } = await tapedeck('compare', one.out, two.out, '--json');
    expect(exitCode, said).toBe(0);
    expect(out).toContain(JSON.stringify(second));
    await tapedeck('compare', join(PLACES.root, 'cassettes/tapes/household'), two.out);
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe(started);
  });

  it('starts none that tables name, though episodes turned', async () => {
    const file = join(folder, 'started_by_tables');
    const planner = program('tabled', `fs.appendFileSync('${file}', 'x'); ${OPENING}`);
    const suite = join(folder, 'household_own.json');
    const of = {
      name: 'household',
      title: 'O',
      world: 'household',
      scenes: ['house_1'],
      tasks: './open_fridge.json',
      model: 'claude',
    };
    const { tasks } = JSON.parse(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'));
    const opening = tasks.filter(({ name }: { name: string }) => name === 'open_fridge');
    writeFileSync(join(folder, 'open_fridge.json'), JSON.stringify({ tasks: opening }));
    writeFileSync(suite, JSON.stringify({ ...of, planners: [planner] }));
    const tables = join(folder, 'tables');
    const made = await tapedeck(
      'tables',
      '--suite',
      suite,
      '--allow-code',
      '--out',
      tables,
      '--tapes',
      join(folder, 'none'),
    );
    expect(made.exitCode, made.said).toBe(0);
    const started = readFileSync(file, 'utf8');
    expect(started).not.toBe('');
    const waiting = await run([program('waiting', WAITING)]);
    const compared = await tapedeck('compare', tables, waiting.out, '--json');
    expect(compared.exitCode, compared.said).toBe(0);
    expect(compared.out).toContain('open_fridge');
    expect(readFileSync(file, 'utf8')).toBe(started);
  });
});

describe('a suite that names a program', () => {
  it('runs it in its own folder, and from elsewhere only where that is allowed', async () => {
    const place = join(folder, 'suite');
    mkdirSync(place);
    program('beside', `fs.writeFileSync('here', ''); ${OPENING}`, place);
    const planners = [`cmd:'${process.execPath}' beside.cjs`];
    const suite = {
      name: 'own',
      title: 'O',
      world: 'household',
      scenes: ['house_1'],
      tasks: 'table_1',
      model: 'm',
      planners,
    };
    writeFileSync(join(place, 'suite.json'), JSON.stringify(suite));
    const words = ['run', join(place, 'suite.json'), '--task', 'open_fridge', '--tapes', join(place, 'tapes')];
    expect(await tapedeck(...words, '--out', join(place, 'a'))).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('if you trust it, add --allow-code'),
    });
    expect(existsSync(join(place, 'here'))).toBe(false);
    expect(await tapedeck(...words, '--out', join(place, 'b'), '--allow-code')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(place, 'here'))).toBe(true);
  });
});

describe('tapedeck as a process, with a program', () => {
  function isAlive(pid: number): boolean {
    const status = join('/proc', String(pid), 'status');
    return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  }

  /** Starts a run whose program has started another, and waits until both are there. */
  async function interrupted(name: string, body: string) {
    const file = join(folder, `${name}.pids`);
    const planner = program(
      name,
      `const child = require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
      fs.writeFileSync(${JSON.stringify(`${file}.next`)}, process.pid + ' ' + child.pid);
      fs.renameSync(${JSON.stringify(`${file}.next`)}, ${JSON.stringify(file)}); ${body}`,
    );
    const words = ['run', 'household', '--planner', planner, ...EPISODE, '--out', join(folder, `${name}.run`)];
    const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words], { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000 });
    return { child, pids: readFileSync(file, 'utf8').split(' ').map(Number) };
  }

  it.each([
    ['hears', HANG],
    ['does not hear SIGTERM', `process.on('SIGTERM', () => {}); ${HANG}`],
  ])('ends it and what it started at Ctrl-C, where it %s', async (name, body) => {
    const { child, pids } = await interrupted(name.replaceAll(' ', '_'), body);
    expect(pids.map(isAlive)).toEqual([true, true]);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]));
  });

  it('ends them at a second Ctrl-C, too', async () => {
    const { child, pids } = await interrupted('twice', HANG);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]));
  });

  it('says in one line that `npm run confined` starts none', async () => {
    const words = ['run', 'household', '--planner', program('confined', WAITING), ...EPISODE];
    const node = [
      '--permission',
      '--disable-warning=PERM0006',
      '--allow-fs-read=*',
      '--allow-fs-write=results',
      '--allow-worker',
    ];
    const child = spawn(process.execPath, [...node, 'harness/main.ts', ...words], { cwd: PLACES.root, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(said).toMatch(/^Planner "cmd:.*" is a program, and `npm run confined` starts none; use .*\n$/);
  });
});
