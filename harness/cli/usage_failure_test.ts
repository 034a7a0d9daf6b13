/**
 * What the command line says where it cannot be read.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';

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
    [['tables', 'all'], '`tapedeck tables` takes no more words, found "all"'],
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
    [
      ['help', 'run'],
      ['run', '--help'],
    ],
    [
      ['--json', 'help', 'run'],
      ['run', '-h'],
    ],
    [
      ['help', 'runs', 'show'],
      ['runs', 'show', '--help'],
    ],
    [['help'], ['--help']],
    [['-h'], ['--help']],
  ] as const)('%j says the same as %j', async ([asked, other]) => {
    const { exitCode, out, said } = await tapedeck(...asked);
    expect([exitCode, said]).toEqual([0, '']);
    expect(out).toBe((await tapedeck(...other)).out);
    expect(out).toContain('--help');
  });

  it('lists every command, and of a command its options', async () => {
    expect((await tapedeck('--help')).out).toMatch(
      /tapedeck run <suite> +Run episodes.*\n[\s\S]*tapedeck help \[command\.\.\]/,
    );
    expect((await tapedeck('help', 'run')).out).toMatch(/--shard +i\/n/);
  });
});
