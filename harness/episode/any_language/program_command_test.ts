import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { namesProgram, readProgramCommand } from './program_command.ts';

const folder = temporaryFolder(afterAll);
writeFileSync(join(folder, 'mine.py'), 'print()\n');
writeFileSync(join(folder, 'my planner.py'), 'print(2)\n');

const read = (text: string) => readProgramCommand(text, folder);

it.each([
  ['cmd:python3 mine.py', true],
  ['cmd:', true],
  ['llm_state', false],
  ['./cmd.ts', false],
  ['Cmd:x', false],
])('namesProgram() tells a command from a name and a file: %s', (text, is) => expect(namesProgram(text)).toBe(is));

describe('readProgramCommand()', () => {
  it.each([
    ['cmd:python3 mine.py', ['python3', 'mine.py']],
    ['cmd:  ./mine   --fast ', ['./mine', '--fast']],
    ['cmd:python3 "my planner.py" \'a "b"\' --x="1 2"', ['python3', 'my planner.py', 'a "b"', '--x=1 2']],
    [`cmd:a '' ""`, ['a', '', '']],
    ['cmd:g++ a+b c=d', ['g++', 'a+b', 'c=d']],
    ['cmd:echo $HOME; rm *', ['echo', '$HOME;', 'rm', '*']],
  ])('takes %s apart as a shell would, and has nothing evaluated', (text, words) => {
    expect(read(text)).toMatchObject({ command: { words, folder }, settings: [] });
  });

  it('takes options from the end, and leaves the rest as it is written', () => {
    const { command, settings } = read('cmd:python3 mine.py a+b+depth=3+name=x');
    expect(command.text).toBe('python3 mine.py a+b');
    expect(settings).toEqual(['depth=3', 'name=x']);
  });

  it('digests every file that the command names', () => {
    const { digests } = read('cmd:python3 mine.py "my planner.py" nothing.py .').command;
    expect(digests).toEqual({
      'mine.py': 'd8594fa1268ecabc62af7c9e2449b8c46db0f426cd9aad384c67efe59e582b3e',
      'my planner.py': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['cmd:', 'expected a program after "cmd:"'],
    ['cmd:   +depth=3', 'expected a program after "cmd:"'],
    ['cmd:"" x', 'expected a program'],
    ['cmd:python3 "mine.py', 'a quotation mark is not closed'],
    ["cmd:it's", 'a quotation mark is not closed'],
    ['cmd:python3\0', 'it contains a control character'],
    ['cmd:python3\nmine.py', 'it contains a control character'],
  ])('refuses %j', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});
