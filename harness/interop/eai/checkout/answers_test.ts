import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleAnswers } from '../testing/sample_checkout.ts';
import { readAnswers } from './answers.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-eai-answers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'answers.json');

function read(text: string) {
  writeFileSync(path, text);
  return readAnswers(path, ['1_1', '2_1']);
}

describe('readAnswers()', () => {
  it('maps ids to answers, with the scene before the id or without', () => {
    const answers = read(sampleAnswers('{}', { '1_1': 'ON' }, ['scene_1_1_1', '2_1']));
    expect([...answers]).toEqual([
      ['1_1', '{}'],
      ['2_1', '{}'],
    ]);
  });

  it.each([
    [
      'an id too many',
      ['1_1', '2_1', '9_1'],
      /line 11, column 17, field \[2\]\.identifier: expected the id of one of the 2 tasks, found "9_1"/,
    ],
    [
      'an id twice',
      ['1_1', '1_1', '2_1'],
      /line 7, column 17, field \[1\]\.identifier: expected an id that no answer above has, found "1_1"/,
    ],
    ['an id too few', ['2_1'], /answers\.json", line 6: expected answers to 2 tasks, found 1; there is none to 1_1/],
  ])('refuses %s with file, line and id', (_, ids, message) => {
    expect(() => read(sampleAnswers('{}', {}, ids))).toThrow(message);
  });

  it('refuses what is no list of answers', () => {
    expect(() => read('{}')).toThrow(/expected an array/);
    expect(() => read('[{"identifier": "1_1"}]')).toThrow(/llm_output/);
  });
});
