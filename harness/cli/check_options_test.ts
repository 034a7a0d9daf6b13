import { describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { checkOptions } from './check_options.ts';
import { sharedOptions } from './command_parser.ts';
import { COMMANDS } from './commands.ts';
import { declaredCommand } from './declared_command.ts';
import type { CommandContext } from './terminal/command_context.ts';

const DECLARED = {
  key: { heuristic: true, jobs: true, out: true, task: true, json: true, domain: true },
  alias: { out: ['o'] },
  array: ['task'],
  boolean: ['json'],
  number: ['jobs'],
};

const check = (typed: string, parsed: Record<string, unknown>) => () =>
  checkOptions(typed.split(' '), parsed, DECLARED);

describe('checkOptions()', () => {
  it.each([
    ['plan a --heuristic ff --jobs 2 -o x --json', { heuristic: 'ff', jobs: 2, out: 'x', json: true }],
    ['run --task a --task b --task c d', { task: ['a', 'b', 'c', 'd'] }],
    ['run --jobs -5 --json --json', { jobs: -5, json: true }],
    ['run --out=a=b', { out: 'a=b' }],
    ['run -- - --jobs', {}],
  ])('takes %j', (typed, parsed) => {
    expect(check(typed, parsed)).not.toThrow();
  });

  it.each([
    [
      'plan --heuristic ff --heuristic ff',
      { heuristic: ['ff', 'ff'] },
      '--heuristic is given 2 times; expected one value',
    ],
    ['run --out x -o y', { out: ['x', 'y'] }, '--out is given 2 times; expected one value'],
    ['run --jobs', { jobs: undefined }, '--jobs is given no value'],
    ['run --jobs --json', { jobs: undefined }, '--jobs is given no value'],
    ['run --out= a', { out: '' }, '--out is given no value'],
    ['run -o', { out: undefined }, '-o is given no value'],
    ['run --task --out x', { task: [], out: 'x' }, '--task is given no value'],
    ['run --jobs abc', { jobs: Number.NaN }, '--jobs must be a number, found "abc"'],
    ['run --jobs=1e400', { jobs: Number.POSITIVE_INFINITY }, '--jobs must be a number, found "1e400"'],
    ['plan - p.pddl', { domain: '' }, 'Cannot read "-": standard input is not read, name a file'],
  ])('refuses %j', (typed, parsed, message) => {
    expect(check(typed, parsed)).toThrow(message);
  });
});

describe('tapedeck', () => {
  it.for([
    [['tables', '--out', 'a', '--out', 'b'], '--out is given 2 times; expected one value'],
    [['run', 'household', '--jobs', '1', '--jobs', '2'], '--jobs is given 2 times; expected one value'],
    [['run', 'household', '--jobs', 'many'], '--jobs must be a number, found "many"'],
    [['batch', 'export', 'x', '-o', 'a', '--out', 'b'], '--out is given 2 times; expected one value'],
    [['tables', '--out'], '--out is given no value'],
  ] as const)('takes one value for an option that is no list: %j', async ([argv, message]) => {
    expect(await tapedeck(...argv)).toEqual({ exitCode: 2, out: '', said: message });
  });

  it('takes several values for a list', async () => {
    const { exitCode, out } = await tapedeck('list', 'tasks', '--suite', 'robot', '--suite', 'listings', '--json');
    expect([exitCode, new Set(JSON.parse(out).map(({ suite }: { suite: string }) => suite))]).toEqual([
      0,
      new Set(['robot', 'listings']),
    ]);
  });
});

const context: CommandContext = {
  terminal: { out() {}, say() {}, progress() {} },
  signal: new AbortController().signal,
  environment: {},
  typed: [],
  exitWith() {},
};
const declared = (command: (typeof COMMANDS)[number], rest: readonly string[]) =>
  declaredCommand(command, rest, { context, newParser: () => sharedOptions([]) });

/** Every command and subcommand that takes options, as it is typed with words for what it needs, and its options. */
const COMMAND_LINES = (
  await Promise.all(
    COMMANDS.map(async (command) => {
      const name = command.usage.replace(/ .*/, '');
      const { subcommands } = await declared(command, []);
      const inners = subcommands.size === 0 ? [[]] : [...subcommands.keys()].map((inner) => [inner]);
      return Promise.all(
        inners.map(async (inner) => {
          const { positionals, options } = await declared(command, inner);
          return { words: [name, ...inner, ...positionals.map(() => 'word')], options };
        }),
      );
    }),
  )
).flat();

describe.each(COMMAND_LINES.map(({ words, options }) => [words.join(' '), words, options] as const))(
  'tapedeck %s',
  (_, words, options) => {
    const valued = options
      .filter(({ takesValue, name }) => takesValue && name.length > 1)
      .flatMap(({ words: all }) => all);
    const flags = options
      .filter(({ takesValue, name }) => !takesValue && name !== 'help')
      .map(({ name }) => [`--${name}`]);

    it.each(valued)('refuses %s without a value, wherever it stands', async (word) => {
      const message = `${word} is given no value`;
      for (const typed of [[word], [`${word}=`], [word, ''], [word, '--json']]) {
        const { exitCode, said } = await tapedeck(...words, ...typed);
        expect([exitCode, said], typed.join(' ')).toEqual([2, message]);
      }
    });

    it.each(flags)('refuses %s with a value that is neither true nor false', async (flag) => {
      for (const value of ['', 'yes']) {
        const { exitCode, said } = await tapedeck(...words, `${flag}=${value}`);
        expect([exitCode, said]).toEqual([2, `${flag} takes no value, found "${value}"`]);
      }
    });
  },
);
