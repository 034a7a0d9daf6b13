import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { describeFailure } from './failure.ts';
import { systemProblem } from './system_problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-system-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
mkdirSync(at('folder'));
writeFileSync(at('file'), '');
symlinkSync(at('nowhere'), at('link'));

describe('systemProblem()', () => {
  it('says what cannot be done to which path, and what to do', () => {
    const full = Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write', path: 'x.json' });
    expect(systemProblem(full)).toBe('Cannot write "x.json": the disk is full; make room, and run again');
    expect(describeFailure(full)).toMatchObject({ exitCode: 2 });
    const odd = Object.assign(new Error('EODD: what?'), { code: 'EODD', syscall: 'open' });
    expect(systemProblem(odd)).toBe('EODD: what?');
    expect(systemProblem(new Error('ours'))).toBeNull();
  });
});

describe('a command that cannot write where it is told', () => {
  const play = ['run', 'household', '--scene', '1', '--task', 'open_fridge', '--planner', 'oracle'];
  it.for([
    [[...play, '--out', at('file')], at('file')],
    [[...play, '--out', at('file/run')], 'is in the way'],
    [[...play, '--out', at('link')], at('link')],
    [['tables', '--suite', 'robot', '--out', at('file/x')], 'is in the way'],
    [['merge', at('none'), '-o', at('out')], at('none')],
    ...(process.platform === 'linux'
      ? [
          [[...play, '--out', '/proc/nope'], '/proc/nope'],
          [['tables', '--suite', 'robot', '--out', '/proc/nope'], '/proc/nope'],
          [['cassettes', 'verify', '--tapes', '/proc/nope'], '/proc/nope'],
        ]
      : []),
  ] as [string[], string][])('names path and remedy: %j', async ([argv, named]) => {
    const { exitCode, said } = await tapedeck(...argv);
    expect(said).toContain(named);
    expect(said).not.toMatch(/E[A-Z]{3,}:|Internal error/);
    expect([1, 2]).toContain(exitCode);
  });
});
