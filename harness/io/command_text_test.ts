import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandText } from './command_text.ts';

test('commandText() leaves ordinary words as they are', () => {
  expect(commandText(['run', './my_suite.json', '--planner', 'llm_state+states=false', '--scene', '2'])).toBe(
    'npx tapedeck run ./my_suite.json --planner llm_state+states=false --scene 2',
  );
});

test.skipIf(process.platform === 'win32')(
  'commandText() is read by a shell as the words that were given (skipped on Windows, which has no such shell)',
  () => {
    const words = ['a b', "it's", '$HOME', '`ls`', 'a\\b', '*', '~', 'a\nb', ';', '', '"'];
    const script = commandText(words).replace('npx tapedeck', 'printf "%s|"');
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(`${words.join('|')}|`);
  },
);
