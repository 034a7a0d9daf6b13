import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder } = scratchFolder();
const PYTHON = spawnSync('python3', ['--version']).status === 0;

const TRUSTING = `import { z } from 'zod';
export const planner = {
  name: 'trusting', title: 'Trusting', summary: 'Reads replies as JSON', worlds: ['household'], privileged: () => false,
  options: z.strictObject({ temperature: z.number().default(0).describe('Of the model') }), promptSlots: {},
  async *plan({ llm }, { temperature }) {
    const { text } = await llm.chat([{ role: 'user', content: 'What?' }], { purpose: 'what', temperature });
    yield { kind: 'act', action: JSON.parse(text) };
  },
};`;
const trusting = join(folder, 'trusting.mjs');
writeFileSync(trusting, TRUSTING);

function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\tZ/m.test(readFileSync(status, 'utf8'));
}

describe('tapedeck check-planner', { timeout: 180_000 }, () => {
  it('reports each check, and exits with 0 if none fails', async () => {
    const { exitCode, out, said } = await tapedeck('check-planner', 'random', '--runs', '5');
    expect(out).toMatch(
      /^random, in household\n\npassed {3}plan\(\) plays a recorded episode {2}\(household\/house_1\//,
    );
    expect(out).toContain(
      'skipped  belief notes: state-tracking invariants  (no belief in a known form in 5 random houses',
    );
    expect([exitCode, said]).toEqual([0, '12 of 14 checks passed, 0 failed, 2 skipped']);
  });

  it('exits with 1 if a check fails, and shows its trace and the command that repeats it', async () => {
    const asked = ['check-planner', trusting, '--runs', '5', '--seed', '3'];
    const { exitCode, out, said } = await tapedeck(...asked);
    expect(out).toContain(
      [
        'plan() survives any reply',
        '  The planner throws SyntaxError: Unexpected end of JSON input',
        '    asks the model for "what"',
        '    receives ""',
        '    is ended by return()',
        `  Repeat: npx tapedeck ${asked.join(' ')}`,
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
    expect(said).toMatch(/^\d+ of 14 checks passed, [2-9] failed, \d+ skipped$/);
    expect((await tapedeck(...asked)).out).toBe(out);
  });

  it('tells scripts the same', async () => {
    const { exitCode, out } = await tapedeck('check-planner', `${trusting}+temperature=1`, '--runs', '5', '--json');
    const { planner, world, runs, seed, checks, again } = JSON.parse(out);
    expect([exitCode, planner, world, runs, seed]).toEqual([1, 'trusting+temperature=1', 'household', 5, 1]);
    expect(again).toBe(`npx tapedeck check-planner ${trusting}+temperature=1 --runs 5 --seed 1`);
    expect(checks).toContainEqual({
      check: 'plan() survives any reply',
      status: 'failed',
      reason: 'The planner throws SyntaxError: Unexpected end of JSON input',
      trace: ['asks the model for "what"', 'receives ""', 'is ended by return()'],
    });
  });

  it.each([
    [['nope'], 'No planner is called "nope"; known: '],
    [['./nope.ts'], 'Cannot load planner "./nope.ts": '],
    [['cmd:no_such_program'], 'Cannot load planner "cmd:no_such_program": the program cannot be started: '],
    [['cmd:'], 'expected a program after "cmd:"'],
    [['olp', '--world', 'household'], 'Planner "olp" is made for tabletop, not for "household"'],
    [['random', '--world', 'moon'], 'Choices: "household", "tabletop"'],
    [['random', '--runs', '0'], '--runs must be a whole number of at least 1, found 0'],
    [['random', '--seed', '1.5'], '--seed must be a whole number, found 1.5'],
    [['random', '--time-limit', '0'], '--time-limit must be more than 0, found 0'],
    [['random', '--tapes', 'a', '--shipped'], '--shipped uses only the shipped tapes'],
    [[], 'Missing <planner>'],
  ])('exits with 2 and says why: %j', async (words, message) => {
    expect(await refusal('check-planner', ...words)).toContain(message);
  });

  it('refuses a planner whose module never ends to load', async () => {
    const stuck = join(folder, 'stuck.ts');
    writeFileSync(stuck, 'for (;;);');
    const said = await refusal('check-planner', stuck, '--time-limit', '0.25');
    expect(said).toBe(`Cannot load planner "${stuck}": it does not end within 1 s`);
  });

  it.skipIf(!PYTHON)('checks a program in Python (skipped where there is no python3)', async () => {
    const example = `cmd:python3 -I -S ${PLACES.root}harness/package/examples/python/llm_planner.py`;
    const { exitCode, out, said } = await tapedeck('check-planner', example, '--world', 'tabletop', '--runs', '2');
    expect(out).toContain('(connections of a program cannot be observed)');
    expect([exitCode, said]).toEqual([0, '11 of 14 checks passed, 0 failed, 3 skipped']);
  });

  it.skipIf(!PYTHON)('ends a program that never ends (skipped where there is no python3)', async () => {
    const [script, pids] = [join(folder, 'endless.py'), join(folder, 'pids.txt')];
    writeFileSync(
      script,
      `import os, time\nprint(os.getpid(), file=open('${pids}', 'a'), flush=True)\nwhile True: time.sleep(60)\n`,
    );
    const words = ['harness/main.ts', 'check-planner', `cmd:python3 ${script}`, '--time-limit', '2'];
    const checked = promisify(execFile)(process.execPath, words, { cwd: PLACES.root });
    const stdout = expect.stringContaining('The planner does not end within 2 s');
    await expect(checked).rejects.toMatchObject({ code: 1, stdout });
    expect(existsSync(pids)).toBe(true);
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    expect(started.filter(isRunning)).toEqual([]);
  });
});
