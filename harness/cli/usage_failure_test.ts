import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { documentOf, refusal, tapedeck, words } from '../testing/run_tapedeck.ts';
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
  ])('takes %j', (typed, parsed) => expect(check(typed, parsed)).not.toThrow());

  it.each([
    ['plan --heuristic ff --heuristic ff', { heuristic: ['ff', 'ff'] }, '--heuristic appears 2 times; use it once'],
    ['run --out x -o y', { out: ['x', 'y'] }, '--out appears 2 times; use it once'],
    ['run --jobs', { jobs: undefined }, '--jobs needs a value'],
    ['run --jobs --json', { jobs: undefined }, '--jobs needs a value'],
    ['run --out= a', { out: '' }, '--out needs a value'],
    ['run -o', { out: undefined }, '-o needs a value'],
    ['run --task --out x', { task: [], out: 'x' }, '--task needs a value'],
    ['run --jobs abc', { jobs: Number.NaN }, '--jobs must be a number, found "abc"'],
    ['run --jobs=1e400', { jobs: Number.POSITIVE_INFINITY }, '--jobs must be a number, found "1e400"'],
    ['plan - p.pddl', { domain: '' }, 'Cannot read "-" (standard input): name a file'],
  ])('refuses %j', (typed, parsed, message) => expect(check(typed, parsed)).toThrow(message));
});

describe('usageFailure()', () => {
  it.for([
    ['tabels', 'No command is called "tabels"; did you mean "tables"? Known: tables, run, compare'],
    ['help lsit', 'No command is called "lsit"; did you mean "list"? Known: tables'],
    ['runs lst', 'No command of `tapedeck runs` is called "lst"; did you mean "list"? Known: list, show, export, rm'],
    ['list --jsn', 'No option of `tapedeck list` is called "--jsn"; did you mean "--json"? Known: --json, --wide'],
    ['runs list --rusn=x', 'No option of `tapedeck runs list` is called "--rusn"; did you mean "--runs"? Known: '],
    ['run --plannr oracle', 'No option of `tapedeck run` is called "--plannr"; did you mean "--planner"?'],
    ['list --zzz', 'No option of `tapedeck list` is called "--zzz"; known: --json'],
    ['list -x', 'No option of `tapedeck list` is called "-x"; known: --json'],
    ['run', 'Missing <suite>: `tapedeck run <suite>`'],
    ['validate domain.pddl --no-json', 'Missing <problem>, <plan>: `tapedeck validate <domain> <problem> <plan>`'],
    ['runs show', 'Missing <run>: `tapedeck runs show <run>`'],
    ['tables all', '`tapedeck tables` takes no more arguments, found "all"'],
    ['runs', 'Name a subcommand: list, show, export or rm'],
    [
      'list plannrs',
      '[kind] cannot be "plannrs". Choices: "suites", "worlds", "planners", "tasks", "scenes", "classes", "goals", "editions", "defects", "quirks", "schemas", "models", "prompts"; did you mean "planners"?',
    ],
    [
      'run household --mode xyz',
      '--mode cannot be "xyz". Choices: "replay", "record", "rerecord", "batch"\nSee `tapedeck run --help`',
    ],
    ['run household --name a --out b', '--out and --name cannot be combined; use one\nSee'],
    ['runs export household', 'Missing --out\nSee `tapedeck runs export --help`'],
    ['batch ingest x', 'Missing --provider, --channel, --answered-on\nSee'],
    [
      'run household --mode x --env y',
      '--mode cannot be "x". Choices: "replay", "record", "rerecord", "batch"\n--env cannot be "y". Choices: ',
    ],
    ['run --dryRun --nonsense', 'is called "--nonsense"'],
    ['tables --out a --out b', '--out appears 2 times; use it once'],
    ['run household --jobs 1 --jobs 2', '--jobs appears 2 times; use it once'],
    ['run household --jobs many', '--jobs must be a number, found "many"'],
    ['batch export x -o a --out b', '--out appears 2 times; use it once'],
  ] as const)('says what is wrong, what was probably meant and what there is: %s', async ([line, message]) => {
    expect(await refusal(...line.split(' '))).toContain(message);
  });

  it('accepts several values for a list, and the spellings that yargs accepts', async () => {
    const tasks: { suite: string }[] = await documentOf(...words`list tasks --suite robot --suite listings`);
    expect([...new Set(tasks.map(({ suite }) => suite))].sort()).toEqual(['listings', 'robot']);
    expect((await tapedeck(...words`list suites --no-json --tapes=cassettes/tapes`)).exitCode).toBe(0);
  });

  it('speaks English, whatever the locale', async () => {
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await refusal('list', '--zzz')).toContain('No option of');
    expect((await tapedeck('help', 'run')).out).toMatch(/--shard +Run only the i-th/);
  });
});

describe('tapedeck help', () => {
  it.for([
    ['help run', 'run --help'],
    ['--json help run', 'run -h'],
    ['help runs show', 'runs show --help'],
  ] as const)('%s says the same as %s', async ([line, other]) => {
    const help = await tapedeck(...line.split(' '));
    expect(help).toEqual({ exitCode: 0, out: expect.stringContaining('--help'), said: '' });
    expect(help.out).toBe((await tapedeck(...other.split(' '))).out);
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
    const named = options.filter(({ name }) => name.length > 1 && name !== 'help');
    const valued = named.flatMap(({ takesValue, words: all }) => (takesValue ? all : []));
    const flags = named.flatMap(({ takesValue, name }) => (takesValue ? [] : [`--${name}`]));

    it.each(valued)('refuses %s without a value, wherever it stands', async (word) => {
      for (const typed of [[word], [`${word}=`], [word, ''], [word, '--json']]) {
        expect((await tapedeck(...words, ...typed)).said, typed.join(' ')).toBe(`${word} needs a value`);
      }
    });

    it.each(flags)('refuses %s with a value that is neither true nor false', async (flag) => {
      for (const value of ['', 'yes']) {
        expect(await refusal(...words, `${flag}=${value}`)).toBe(`${flag} takes no value, found "${value}"`);
      }
    });
  },
);
