import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { disk, temporaryPath } from '../../../cassettes/disk/disk.ts';
import { TapeError } from '../../../cassettes/disk/read_lines.ts';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { openLineFile, writeWhole } from '../write_whole.ts';
import { describeFailure, systemProblem } from './failure.ts';

const folder = temporaryFolder(afterAll);
const at = (name: string) => join(folder, name);
mkdirSync(at('folder'));
writeFileSync(at('file'), '');
symlinkSync(at('nowhere'), at('link'));

describe('systemProblem()', () => {
  it('says what cannot be done to which path, and what to do', () => {
    const full = Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write', path: 'x.json' });
    expect(systemProblem(full)).toBe(
      'Cannot write "x.json": no space left on the disk; make room, and repeat the command',
    );
    expect(describeFailure(full)).toMatchObject({ exitCode: 2 });
    const odd = Object.assign(new Error('EODD: what?'), { code: 'EODD', syscall: 'open' });
    expect(systemProblem(odd)).toBe('EODD: what?');
    expect(systemProblem(new Error('ours'))).toBeNull();
  });
});

// What is written to this device fails as on a full disk.
describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  const onFullDisk = (name: string) => {
    symlinkSync('/dev/full', temporaryPath(at(name)));
    return at(name);
  };
  const full = (path: string) => `Cannot write "${path}": no space left on the disk; make room, and repeat the command`;
  const problemOf = (write: () => unknown) => Promise.try(write).then(() => 'none', systemProblem);

  it('is named by every writer, with the file that it could not write', async () => {
    const [whole, lines, packed] = ['whole', 'lines', 'packed.gz'].map(onFullDisk) as [string, string, string];
    const keep = async (path: string) => {
      const file = openLineFile(path);
      await file.write('line');
      await file.keep();
    };
    expect(await problemOf(() => writeWhole(whole, 'text'))).toBe(full(whole));
    expect(await problemOf(() => keep(lines))).toBe(full(lines));
    expect(await problemOf(() => keep(packed))).toBe(full(packed));
    expect(await problemOf(() => disk.write('/dev/full', ['line']))).toBe(full('/dev/full'));
    expect(existsSync(temporaryPath(whole))).toBe(false);
  });

  it('is named by tapes and by SQLite, too', () => {
    const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
    const expected = 'Cannot use tape file "tape": it cannot be written to (ENOSPC: no space left on device, write)';
    expect(new TapeError('it cannot be written to', { path: 'tape', cause }).message).toBe(expected);
    const code = 'ERR_SQLITE_ERROR';
    const sqlite = (errcode: number) => Object.assign(new Error('disk I/O error'), { code, errcode, path: 'x.sqlite' });
    const message =
      'Cannot write the database "x.sqlite": no space left on the disk; make room, and repeat the command';
    expect(describeFailure(sqlite(13))).toEqual({ exitCode: 2, message });
    expect(systemProblem(sqlite(778))).toContain('no space left on the disk, or the disk failed');
    expect(systemProblem(sqlite(26))).toBeNull();
  });
});

describe('a command that cannot write where it is told', () => {
  const play = ['run', 'household', '--scene', '1', '--task', 'open_fridge', '--planner', 'oracle'];
  it.for([
    [[...play, '--out', at('file/run')], 'is in the way'],
    [[...play, '--out', at('link')], at('link')],
    [['tables', '--suite', 'robot', '--out', at('file/x')], 'is in the way'],
    [['merge', at('none'), '-o', at('out')], at('none')],
    [[...play, '--out', '/proc/nope'], '/proc/nope'],
    [['cassettes', 'verify', '--tapes', '/proc/nope'], '/proc/nope'],
  ] as [string[], string][])('names path and remedy: %j', async ([argv, named]) => {
    const { exitCode, said } = await tapedeck(...argv);
    expect(said).toContain(named);
    expect(said).not.toMatch(/E[A-Z]{3,}:|Internal error/);
    expect([1, 2]).toContain(exitCode);
  });
});
