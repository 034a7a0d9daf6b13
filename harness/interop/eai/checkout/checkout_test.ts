import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../cassettes/testing/tape_fixture.ts';
import { sampleAnswers } from '../testing/sample_checkout.ts';
import { readAnswers } from './checkout.ts';

const path = join(temporaryFolder(afterAll), 'answers.json');

function read(text: string) {
  writeFileSync(path, text);
  return readAnswers(path, ['1_1', '2_1']);
}

describe('readAnswers()', () => {
  it('maps ids with and without a scene to answers', () => {
    const answers = read(sampleAnswers('{}', { '1_1': 'ON' }, ['scene_1_1_1', '2_1']));
    expect([...answers].flat()).toEqual(['1_1', '{}', '2_1', '{}']);
  });

  it.each([
    ['1_1 2_1 9_1', 'line 11, column 17, field [2].identifier: expected the id of one of the 2 tasks, found "9_1"'],
    ['1_1 1_1 2_1', 'line 7, column 17, field [1].identifier: expected an id that appears only once, found "1_1"'],
    ['2_1', 'answers.json", line 6: expected answers to 2 tasks, found 1; there are no answers to 1_1'],
  ])('refuses answers to tasks %s with file, line and id', (ids, message) => {
    expect(() => read(sampleAnswers('{}', {}, ids.split(' ')))).toThrow(message);
  });

  it.each([
    ['{}', 'expected an array'],
    ['[{"identifier": "1_1"}]', 'llm_output'],
  ])('refuses %s, which is no list of answers', (text, message) => expect(() => read(text)).toThrow(message));
});
