import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { answerFiles } from './answer_files.ts';
import { IngestError } from './declared_answering.ts';

test('answerFiles() finds what is below a folder of chunks, in order, and the requests that lie beside', () => {
  const at = folderWith(
    '002/answers.jsonl',
    '001/answers.jsonl',
    '001/requests.jsonl',
    '003/requests.jsonl',
    '001/notes.txt',
  );
  expect(answerFiles([at()])).toEqual({
    answers: [at('001/answers.jsonl'), at('002/answers.jsonl')],
    requests: [at('001/requests.jsonl'), at('003/requests.jsonl')],
  });
  expect(answerFiles([at('001')])).toEqual({
    answers: [at('001/answers.jsonl')],
    requests: [at('001/requests.jsonl')],
  });
});

test('answerFiles() takes a file by any name, and each once', () => {
  const at = folderWith('001/answers.jsonl', '001/mine.jsonl', '001/requests.jsonl');
  expect(answerFiles([at('001/mine.jsonl'), at('001/answers.jsonl'), at('001')])).toEqual({
    answers: [at('001/mine.jsonl'), at('001/answers.jsonl')],
    requests: [at('001/requests.jsonl')],
  });
});

test('answerFiles() refuses a folder without answers, and what is not there', () => {
  const at = folderWith('001/requests.jsonl');
  mkdirSync(at('002/answers.jsonl'), { recursive: true });
  expect(() => answerFiles([at()])).toThrow(IngestError);
  expect(() => answerFiles([at()])).toThrow('there is no answers.jsonl in this folder or below it');
  expect(() => answerFiles([at('nowhere')])).toThrow('there is no such file, or it may not be read');
});

function folderWith(...files: readonly string[]): (path?: string) => string {
  const folder = temporaryFolder(onTestFinished);
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return (path = '') => join(folder, path);
}
