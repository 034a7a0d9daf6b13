import { describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { sharedOptions } from './command_parser.ts';
import { COMMANDS } from './commands.ts';
import { declaredCommand } from './complete.ts';
import type { CommandContext } from './terminal/command.ts';
import { checkOptions } from './usage_failure.ts';

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
    ['plan - p.pddl', { domain: '' }, 'Cannot read "-" (standard input): name a file'],
  ])('refuses %j', (typed, parsed, message) => {
    expect(check(typed, parsed)).toThrow(message);
  });
});

describe('tapedeck', () => {
  it.for([
    ['tables --out a --out b', '--out is given 2 times; expected one value'],
    ['run household --jobs 1 --jobs 2', '--jobs is given 2 times; expected one value'],
    ['run household --jobs many', '--jobs must be a number, found "many"'],
    ['batch export x -o a --out b', '--out is given 2 times; expected one value'],
    ['tables --out', '--out is given no value'],
  ] as const)('takes one value for an option that is no list: %s', async ([argv, message]) => {
    expect(await tapedeck(...argv.split(' '))).toEqual({ exitCode: 2, out: '', said: message });
  });

  it('takes several values for a list', async () => {
    const { exitCode, out } = await tapedeck('list', 'tasks', '--suite', 'robot', '--suite', 'listings', '--json');
    expect([exitCode, new Set(JSON.parse(out).map(({ suite }: { suite: string }) => suite))]).toEqual([
      0,
      new Set(['robot', 'listings']),
    ]);
  });
});

describe('usageFailure()', () => {
  it.for([
    [['tabels'], 'No command is called "tabels"; did you mean "tables"? Known: tables, run, compare'],
    [['help', 'lsit'], 'No command is called "lsit"; did you mean "list"? Known: tables'],
    [
      ['runs', 'lst'],
      'No command of `tapedeck runs` is called "lst"; did you mean "list"? Known: list, show, export, rm',
    ],
    [['list', '--jsn'], 'No option of `tapedeck list` is called "--jsn"; did you mean "--json"? Known: --json, --wide'],
    [
      ['runs', 'list', '--rusn=x'],
      'No option of `tapedeck runs list` is called "--rusn"; did you mean "--runs"? Known: ',
    ],
    [['run', '--plannr', 'oracle'], 'No option of `tapedeck run` is called "--plannr"; did you mean "--planner"?'],
    [['list', '--zzz'], 'No option of `tapedeck list` is called "--zzz"; known: --json'],
    [['list', '-x'], 'No option of `tapedeck list` is called "-x"; known: --json'],
    [['run', '--json'], 'Missing <suite>: `tapedeck run <suite>`'],
    [
      ['validate', 'domain.pddl', '--no-json'],
      'Missing <problem>, <plan>: `tapedeck validate <domain> <problem> <plan>`',
    ],
    [['runs', 'show'], 'Missing <run>: `tapedeck runs show <run>`'],
    [['tables', 'all'], '`tapedeck tables` takes no more arguments, found "all"'],
    [['runs'], 'Name a subcommand: list, show, export or rm'],
    [
      ['list', 'plannrs'],
      '[kind] cannot be "plannrs". Choices: "suites", "worlds", "planners", "tasks", "scenes", "classes", "goals", "editions", "defects", "quirks", "schemas", "models", "prompts"; did you mean "planners"?',
    ],
    [
      ['run', 'household', '--mode', 'xyz'],
      '--mode cannot be "xyz". Choices: "replay", "record", "rerecord", "batch"\nSee `tapedeck run --help`',
    ],
    [['run', 'household', '--name', 'a', '--out', 'b'], '--out and --name exclude each other; give one\nSee'],
    [['runs', 'export', 'household'], 'Missing --out\nSee `tapedeck runs export --help`'],
    [['batch', 'ingest', 'x'], 'Missing --provider, --channel, --answered-on\nSee'],
    [
      ['run', 'household', '--mode', 'x', '--env', 'y'],
      '--mode cannot be "x". Choices: "replay", "record", "rerecord", "batch"\n--env cannot be "y". Choices: ',
    ],
  ] as const)('says what is wrong, what was probably meant and what there is: %j', async ([argv, message]) => {
    const { exitCode, out, said } = await tapedeck(...argv);
    expect(said).toContain(message);
    expect(exitCode).toBe(2);
    if (!argv.some((word) => word === '--json')) expect(out).toBe('');
  });

  it('takes what is typed in other words, as yargs does', async () => {
    const { exitCode } = await tapedeck('list', 'suites', '--no-json', '--tapes=cassettes/tapes');
    expect(exitCode).toBe(0);
    expect((await tapedeck('run', '--dryRun', '--nonsense')).said).toContain('is called "--nonsense"');
  });

  it('speaks English, whatever the locale', async () => {
    const before = process.env['LC_ALL'];
    process.env['LC_ALL'] = 'de_DE.UTF-8';
    try {
      expect((await tapedeck('list', '--zzz')).said).toContain('No option of');
    } finally {
      if (before === undefined) delete process.env['LC_ALL'];
      else process.env['LC_ALL'] = before;
    }
  });
});

describe('tapedeck help', () => {
  it.for([
    ['help run', 'run --help'],
    ['--json help run', 'run -h'],
    ['help runs show', 'runs show --help'],
    ['help', '--help'],
    ['-h', '--help'],
  ] as const)('%s says the same as %j', async ([asked, other]) => {
    const { exitCode, out, said } = await tapedeck(...asked.split(' '));
    expect([exitCode, said]).toEqual([0, '']);
    expect(out).toBe((await tapedeck(...other.split(' '))).out);
    expect(out).toContain('--help');
  });

  it('lists every command, and of a command its options', async () => {
    expect((await tapedeck('--help')).out).toMatch(
      /tapedeck run <suite> +Run episodes.*\n[\s\S]*tapedeck help \[command\.\.\]/,
    );
    expect((await tapedeck('help', 'run')).out).toMatch(/--shard +i\/n/);
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
