import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/read_lines.ts';
import { ANSWERING, temporaryFolder } from '../testing/tape_fixture.ts';
import { formatManifest, type Manifest, parseManifest, readManifest } from './manifest.ts';

const SHA256 = 'a'.repeat(64);
const MANIFEST: Manifest = {
  format: 1,
  suite: 'household',
  model: 'gpt-4-0613',
  provenance: [{ model: 'gpt-4-0613', ...ANSWERING }],
  tasks: {
    'house_1/make_toast': {
      replies: { entries: 3, sha256: SHA256 },
      requests: { entries: 2, sha256: SHA256 },
      answers: [{ source: 'live', model: 'gpt-4-0613', entries: 3 }],
    },
  },
};
const OWNER = { suite: 'household', model: 'gpt-4-0613' };

test('parseManifest() gives back what was formatted', () => {
  expect(parseManifest(formatManifest(MANIFEST), 'manifest.json')).toEqual(MANIFEST);
});

test('formatManifest() sorts tasks by code unit, whatever their order', () => {
  const task = MANIFEST.tasks['house_1/make_toast']!;
  const one = formatManifest({ ...MANIFEST, tasks: { 'b/a': task, 'a/b': task, 'a/B': task } });
  expect(formatManifest({ ...MANIFEST, tasks: { 'a/B': task, 'a/b': task, 'b/a': task } })).toBe(one);
  expect(one.indexOf('"a/B"')).toBeLessThan(one.indexOf('"a/b"'));
  expect(one.endsWith('}\n')).toBe(true);
});

test('parseManifest() refuses a manifest in which any byte was changed, or that was cut anywhere', () => {
  const text = formatManifest(MANIFEST);
  for (let position = 0; position < text.length; position += 1) {
    const [before, after] = [text.slice(0, position), text.slice(position + 1)];
    for (const damaged of [' ', 'x', '0', '\n'].map((other) => before + other + after).concat(before))
      if (damaged !== text) expect(() => parseManifest(damaged, 'm'), `byte ${position}`).toThrow(TapeError);
  }
});

test.each([
  ['"entries": 3', '"entries": -3', 'field "tasks.house_1/make_toast.replies.entries": '],
  ['"format": 1', '"format": 2', 'field "format": expected 1, found 2; a newer Tapedeck wrote it'],
])('parseManifest() names the field that is wrong, and tells a newer format: %s → %s', (old, wrong, problem) => {
  const text = formatManifest(MANIFEST).replace(old, wrong);
  expect(() => parseManifest(text, 'm.json')).toThrow(`Cannot use tape file "m.json": ${problem}`);
});

test.each(['', '{}', '[]', 'null', '{"version": 3, "interactions": []}', '{"__proto__": {"format": 1}}'])(
  'parseManifest() refuses the foreign %j',
  (text) => {
    expect(() => parseManifest(text, 'm')).toThrow(TapeError);
  },
);

test('readManifest() returns null where there is none, and refuses one of another tape', () => {
  const path = join(temporaryFolder(onTestFinished), 'manifest.json');
  expect(readManifest(path, OWNER)).toBeNull();
  writeFileSync(path, formatManifest(MANIFEST));
  expect(readManifest(path, OWNER)).toEqual(MANIFEST);
  expect(() => readManifest(path, { ...OWNER, model: 'gpt-4' })).toThrow('field "model": expected "gpt-4"');
});
