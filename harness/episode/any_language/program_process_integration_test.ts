import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';
import { PlannerTimeout, type ProgramOptions, ProgramProcess } from './program_process.ts';

const folder = temporaryFolder(afterAll);
let written = 0;

/** A program in JavaScript, with CommonJS modules; `lines` are those of its input, `say` prints one. */
function program(body: string, options: Partial<ProgramOptions> = {}) {
  written += 1;
  const file = join(folder, `program_${written}.cjs`);
  writeFileSync(
    file,
    `const fs = require('node:fs');
const { spawn } = require('node:child_process');
const say = (text) => fs.writeSync(1, text + '\\n');
const lines = require('node:readline').createInterface({ input: process.stdin });
${body}`,
  );
  return started([process.execPath, file], options);
}

function started(words: readonly [string, ...string[]], options: Partial<ProgramOptions> = {}) {
  const said: string[] = [];
  const defaults = { limits: { startS: 60, decisionS: 60 }, startTimer: setCappedTimeout, graceMs: 200 };
  const clock = () => performance.now();
  const onStderr = (line: string) => said.push(line);
  const command = { text: '', words, folder, digests: {} };
  const talk = new ProgramProcess(command, { clock, onStderr, ...defaults, ...options });
  onTestFinished(async () => {
    talk.kill();
    await talk.end();
  });
  return { talk, said };
}

const ECHO = `lines.on('line', (line) => say('heard ' + line));`;
const HANG = `setInterval(() => {}, 1000);`;

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and nobody has asked for is no longer alive either.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('ProgramProcess', () => {
  it('passes lines on and back, in turn', async () => {
    const { talk } = program(ECHO);
    expect(await talk.turn('a', 'start')).toBe('heard a');
    expect(await talk.turn('ü', 'decision')).toBe('heard ü');
  });

  it('takes several lines at once one by one, and one that comes in pieces', async () => {
    const { talk } = program(`say('one\\ntwo'); fs.writeSync(1, 'th'); setTimeout(() => say('ree'), 50);`);
    for (const line of ['one', 'two', 'three']) expect(await talk.turn(null, 'same')).toBe(line);
  });

  it('gives null where it has ended well, after all that it said', async () => {
    const { talk } = program(`fs.writeSync(1, 'last'); process.exit(0)`);
    expect(await talk.turn('a', 'start')).toBe('last');
    expect(await talk.turn('b', 'decision')).toBeNull();
  });

  it.each([
    ['process.exit(3)', 'the program ended with exit code 3'],
    ["process.kill(process.pid, 'SIGSEGV')", 'the program was ended by SIGSEGV'],
    ['fs.closeSync(1); setInterval(() => {}, 1000)', 'the program closed its output but kept running'],
    ["throw new Error('oh')", 'the program ended with exit code 1'],
    ["for (;;) fs.writeSync(1, 'x'.repeat(65536))", 'the program wrote a line longer than 1048576 bytes'],
  ])('rejects where it ends badly or writes on without a line: %s', async (body, message) => {
    await expect(program(body, { lineBytesMax: 2 ** 20 }).talk.turn('a', 'start')).rejects.toThrow(message);
  });

  it.each([
    ['./no_such_program', /^the program cannot be started: spawn .*ENOENT/],
    [folder, /^the program cannot be started: spawn .*EACCES/],
  ])('rejects where it cannot be started: %s', async (word, message) => {
    await expect(started([word]).talk.turn('a', 'start')).rejects.toThrow(message);
  });

  it('gives it time for its start and for each decision, and ends it when that is over', async () => {
    const limits = { startS: 60, decisionS: 0.2 };
    const { talk } = program(`say('ready'); ${HANG}`, { limits });
    expect(await talk.turn('a', 'start')).toBe('ready');
    const late = talk.turn('b', 'decision');
    await expect(late).rejects.toThrow(PlannerTimeout);
    await expect(late).rejects.toThrow('the program worked on a decision for 0.2 s; flush each line');
    const slow = program(HANG, { limits: { startS: 0.1, decisionS: 60 } });
    await expect(slow.talk.turn('a', 'start')).rejects.toThrow('the program sent nothing for 0.1 s');
  });

  it('counts the time between its own messages alone', async () => {
    let now = 0;
    const delays: number[] = [];
    const { talk } = program(ECHO, {
      limits: { startS: 9, decisionS: 60 },
      clock: () => now,
      startTimer: (_, delayMs) => {
        delays.push(delayMs);
        return setTimeout(() => {}, 0);
      },
    });
    await talk.turn('a', 'start');
    now = 1e9;
    await talk.turn('reply', 'same');
    now = 2e9;
    await talk.turn('outcome', 'decision');
    expect(delays).toEqual([9_000, 9_000, 60_000]);
  });

  it('does not wait for one that never reads', async () => {
    const { talk } = program(`say('a'); say('b'); ${HANG}`);
    const observation = 'x'.repeat(2 ** 22);
    expect(await talk.turn(observation, 'start')).toBe('a');
    expect(await talk.turn(observation, 'decision')).toBe('b');
    await talk.end();
  });

  it('passes on its standard error, whole lines, cut where there is too much', async () => {
    const { talk, said } = program(`
      fs.writeSync(2, 'one\\ntwo\\n' + 'x'.repeat(3000) + '\\n' + 'n\\n'.repeat(2000) + 'end');
      process.exit(1);`);
    await expect(talk.turn('a', 'start')).rejects.toThrow('exit code 1');
    await talk.end();
    expect(said.slice(0, 3)).toEqual(['one', 'two', 'x'.repeat(2000)]);
    expect(said).toHaveLength(1001);
    expect(said.at(-1)).toBe('… (the rest of its standard error is left out)');
  });
});

describe('ProgramProcess.end()', () => {
  it('lets it hear a last line and put things away', async () => {
    const file = join(folder, 'heard');
    const { talk } = program(`
      say('ready');
      lines.on('line', (line) => fs.appendFileSync(${JSON.stringify(file)}, line + ';'));
      lines.on('close', () => { say('x'.repeat(2e5)); fs.appendFileSync(${JSON.stringify(file)}, 'end'); });`);
    await talk.turn('a', 'start');
    await talk.end('last');
    expect(readFileSync(file, 'utf8')).toBe('a;last;end');
    await expect(talk.turn('b', 'decision')).rejects.toThrow('the program was ended');
  });

  it('ends one that stays, with SIGTERM and then with SIGKILL', async () => {
    const file = join(folder, 'terms');
    const { talk } = program(`
      process.on('SIGTERM', () => fs.writeFileSync(${JSON.stringify(file)}, 'no'));
      say(String(process.pid)); ${HANG}`);
    const pid = Number(await talk.turn('a', 'start'));
    await talk.end();
    expect(existsSync(file)).toBe(true);
    expect(isAlive(pid)).toBe(false);
  });

  it.each([
    ['ends', `lines.on('close', () => process.exit(0));`],
    ['hangs', HANG],
    ['dies', `setTimeout(() => process.exit(9), 50);`],
  ])('ends what a program started that %s', async (_, body) => {
    const { talk } = program(`
      const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'] });
      say(String(child.pid)); ${body}`);
    const pid = Number(await talk.turn('a', 'start'));
    expect(isAlive(pid)).toBe(true);
    if (_ === 'dies') await expect(talk.turn('b', 'decision')).rejects.toThrow('exit code 9');
    await talk.end();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false)); // the system buries an orphan when it comes to it
  });

  it('does nothing where nothing was started, and may be called again', async () => {
    const { talk } = program(ECHO);
    await talk.end();
    await talk.end('x');
    talk.kill();
  });
});

describe('ProgramProcess.kill()', () => {
  it('ends it at once, and what is under way rejects', async () => {
    const { talk } = program(`say(String(process.pid)); ${HANG}`);
    const pid = Number(await talk.turn('a', 'start'));
    const turn = talk.turn('b', 'decision');
    talk.kill();
    await expect(turn).rejects.toThrow('the program was ended');
    await talk.end();
    expect(isAlive(pid)).toBe(false);
  });
});
