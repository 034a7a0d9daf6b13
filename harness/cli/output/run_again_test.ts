import { expect, test } from 'vitest';
import { runAgain } from './run_again.ts';

test('runAgain() repeats what was typed, but for the mode and --json', () => {
  const typed = ['run', './my suite.json', '--json', '--mode', 'replay', '--tapes', 'my_tapes', '--task', 'a'];
  const [, , , , , ...rest] = typed;
  expect(runAgain(typed, 'record')).toEqual(['run', './my suite.json', ...rest, '--mode', 'record']);
  expect(runAgain(typed)).toEqual(['run', './my suite.json', '--mode', 'replay', ...rest]);
  expect(runAgain(['run', 's', '--mode=batch', '--json=true'], 'record')).toEqual(['run', 's', '--mode', 'record']);
});

test.for([
  [
    ['--out', 'mine'],
    ['--out', 'mine_2'],
  ],
  [['--out=mine_2/'], ['--out', 'mine_3']],
  [
    ['--out', '/a/b_c/'],
    ['--out', '/a/b_c_2'],
  ],
  [['--name=x_9'], ['--name', 'x_10']],
] as const)('runAgain() names another folder, since no run overwrites another: %j', ([typed, again]) => {
  expect(runAgain(['run', 's', ...typed])).toEqual(['run', 's', ...again]);
});
