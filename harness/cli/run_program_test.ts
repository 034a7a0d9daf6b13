import { expect, it } from 'vitest';
import { isBrief } from './run_program.ts';

it.each([
  '',
  '--json',
  '--help',
  'run household --help',
  'cassettes prune -h',
  '-v',
  'help run',
  'list',
  'completion',
  '--complete run',
])('isBrief() is true of `%s`, which tells of the program itself', (line) => {
  expect(isBrief(line === '' ? [] : line.split(' '))).toBe(true);
});

it.each(['list --json', 'list tasks', 'run household', 'tables', 'tabels'])('isBrief() is false of `%s`', (line) => {
  expect(isBrief(line.split(' '))).toBe(false);
});
