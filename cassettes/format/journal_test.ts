import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { type Disk, disk } from '../disk/disk.ts';
import { ANSWERING, begin, recording } from '../testing/tape_fixture.ts';
import { Journal } from './journal.ts';

const TOAST = recording('toast');
const MUG = recording('mug', { trial: 2, text: 'line\nbreak "é"' });

test('Journal.append() keeps recordings until the journal is opened again: the later of two at one address', async () => {
  const { name, path, journal } = begin(onTestFinished);
  const later = recording('toast', { text: 'another answer' });
  journal.append([TOAST, MUG, later]);
  expect(journal.find(TOAST.entry)).toEqual(later);
  journal.close();
  const read = await Journal.read(path, name);
  expect(read?.find(TOAST.entry)).toEqual(later);
  expect(read?.find(MUG.entry)).toEqual(MUG);
  expect(read?.find({ ...MUG.entry, trial: 3 })).toBeNull();
  expect(read?.addresses()).toHaveLength(2);
  expect(read?.provenance()).toEqual([{ model: 'gpt-4-0613', ...ANSWERING }]);
  read?.close();
});

test('Journal.append() refuses what could not be read again, and writes nothing', () => {
  const { path, journal } = begin(onTestFinished);
  const { entry, request } = TOAST;
  const before = readFileSync(path, 'utf8');
  const orphan = { request, entry: { ...entry, source: 'paper' as const } };
  expect(() => journal.append([orphan])).toThrow('no provenance is declared');
  const wrong = [{ task: 'no scene' }, { key: MUG.entry.key }, { reply: { ...entry.reply, latencyMs: -1 } }];
  for (const change of wrong)
    expect(() => journal.append([MUG, { request, entry: { ...entry, ...change } }])).toThrow();
  expect(() => journal.declare({ ...ANSWERING, answeredOn: 'yesterday' })).toThrow('answeredOn');
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(journal.addresses()).toEqual([]);
  journal.close();
});

test('Journal.read() refuses the journal of another tape, and is null where there is none; create() keeps what is there', async () => {
  const { name, path, journal } = begin(onTestFinished);
  journal.close();
  const other = Journal.read(path, { suite: 'tabletop', model: 'gpt-4-0613' });
  await expect(other).rejects.toThrow('line 1: it belongs to suite "household" and model "gpt-4-0613"');
  expect(() => Journal.create(path, name, disk)).toThrow('EEXIST');
  rmSync(path);
  expect(await Journal.read(path, name)).toBeNull();
});

test('Journal.append() takes back what it could not write in full, however the disk fails', async () => {
  const { name, path, journal: first } = begin(onTestFinished);
  first.close();
  rmSync(path);
  const failures: string[] = [];
  const journal = Journal.create(path, name, failing(failures));
  journal.declare(ANSWERING);
  journal.append([TOAST]);
  for (const failure of [['write'], ['sync'], ['write', 'truncate'], ['sync', 'truncate']]) {
    const lost = [1, 2, 3].map((trial) => recording('a long prompt '.repeat(40), { trial }));
    failures.push(...failure);
    expect(() => journal.append(lost), failure.join()).toThrow('it cannot be written to');
    expect(failures).toEqual([]);
    const later = recording(failure.join());
    journal.append([later]);
    const read = await Journal.read(path, name);
    expect(read?.addresses()).toEqual(journal.addresses());
    expect(read?.find(later.entry)).toEqual(later);
    read?.close();
  }
  expect(journal.addresses()).toHaveLength(5);
  journal.close();
});

test('Journal.append() adds nothing to a journal that is being stored, and leaves the file alone', () => {
  const { path, journal } = begin(onTestFinished);
  journal.append([TOAST]);
  const before = readFileSync(path, 'utf8');
  journal.end();
  expect(() => journal.append([MUG])).toThrow('its recordings are being stored, so it accepts no more');
  expect(journal.find(TOAST.entry)).toEqual(TOAST);
  journal.close();
  journal.close();
  expect(() => journal.append([MUG])).toThrow('so it accepts no more');
  expect(readFileSync(path, 'utf8')).toBe(before);
});

/** Each operation that is listed fails once; a write that fails has written half, and every write is short. */
function failing(failures: string[]): Disk {
  const fails = (operation: string) => {
    if (failures[0] !== operation) return;
    failures.shift();
    throw new Error(`ENOSPC: no space left on device, ${operation}`);
  };
  return {
    ...disk,
    open(path, flags) {
      const file = disk.open(path, flags);
      return {
        ...file,
        write(bytes, position) {
          const written = file.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), position);
          fails('write');
          return written;
        },
        sync() {
          fails('sync');
          file.sync();
        },
        truncate(length) {
          fails('truncate');
          file.truncate(length);
        },
      };
    },
  };
}
