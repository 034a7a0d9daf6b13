import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tapeFiles, taskOfFile, taskPaths } from './tape_files.ts';

const tasks = fc.stringMatching(/^[a-z0-9_-]{1,6}\/[a-z0-9_.-]{1,6}$/);

test('tapeFiles() gives suite and model a folder', () => {
  const { dir, manifest } = tapeFiles({ tapesDir: 'tapes', suite: 'household', model: 'Qwen/Qwen2.5-7B' });
  expect(dir).toBe(join('tapes', 'household', 'qwen-qwen2.5-7b'));
  expect(manifest).toBe(join(dir, 'manifest.json'));
});

test('tapeFiles() refuses suites and models that leave their folder', () => {
  for (const suite of ['', '.', '..', '../x', 'a/b', 'A', 'a b', 'a\0'])
    expect(() => tapeFiles({ tapesDir: 'tapes', suite, model: 'm' })).toThrow(`suite "${suite}"`);
  for (const model of ['', '..', '.x', '/', '../../etc/passwd'])
    expect(() => tapeFiles({ tapesDir: 'tapes', suite: 's', model })).toThrow(`model "${model}"`);
});

test('taskPaths() names the files of a task', () => {
  const [replies, requests] = ['house_2.make_toast.replies.jsonl', 'house_2.make_toast.requests.jsonl.gz'];
  expect(taskPaths('', 'house_2/make_toast')).toEqual({ replies, requests });
});

test('taskPaths() refuses what is no scene and name', () => {
  for (const task of ['toast', 'a/b/c', 'a.b/c', '../c', 'a/', '/c', 'A/c', 'a/ c', 'a/c\n', '__proto__'])
    expect(() => taskPaths('', task), task).toThrow('expected "scene/name"');
});

test('tapes get no name that is a device on Windows, or ends in a dot', () => {
  const { dir } = tapeFiles({ tapesDir: 'tapes', suite: 'nul', model: 'aux.1.' });
  expect(dir).toBe(join('tapes', '%6eul', '%61ux.1%2e'));
  expect(taskPaths('', 'con/toast').replies).toBe('%63on.toast.replies.jsonl');
  expect(taskOfFile('%63on.toast.replies.jsonl')).toBe('con/toast');
  expect(taskOfFile('con.toast.replies.jsonl')).toBeNull();
});

test('taskOfFile() finds the task of both files, and no two tasks share one', () => {
  fc.assert(
    fc.property(tasks, (task) => {
      for (const file of Object.values(taskPaths('', task))) expect(taskOfFile(file)).toBe(task);
    }),
  );
});

test('taskOfFile() finds no task of other files', () => {
  const others = ['manifest.json', 'tape.journal.jsonl', 'pending.jsonl', 'a.replies.jsonl', 'a.b.replies.jsonl.next'];
  expect(others.filter((file) => taskOfFile(file) !== null)).toEqual([]);
});
