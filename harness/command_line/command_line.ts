/**
 * Reads the command line, carries out one command and turns whatever comes of it into an exit code.
 *
 * @module
 */
import yargs, { type Argv } from 'yargs';
import { describeFailure, unknownName } from '../errors/failure.ts';
import { codeVersion } from '../runs/code_version.ts';
import type { CommandContext, Parser } from '../terminal/command_context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkOptions, type DeclaredOptions } from './check_options.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';
import { asksFor, failureTeller } from './failure_teller.ts';
import { type ReadSoFar, usageFailure } from './usage_failure.ts';

/** Carries out one command. Resolves to the exit code; never rejects. */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Pick<CommandContext, 'terminal' | 'signal' | 'environment'>,
): Promise<number> {
  let exitCode = 0;
  const { terminal, tell } = failureTeller(
    argv,
    asksFor(argv, 'wide') ? wide(surroundings.terminal) : surroundings.terminal,
  );
  const context: CommandContext = {
    ...surroundings,
    terminal,
    typed: argv,
    exitWith: (code) => {
      exitCode = code;
    },
  };
  if (asksForVersion(argv)) {
    const { version } = codeVersion();
    terminal.out(argv.includes('--json') ? JSON.stringify({ name: 'tapedeck', version }) : version);
    return 0;
  }
  try {
    if (argv[0] === '--complete') await tellCandidates(argv.slice(1), context);
    else await carryOut(withHelp(argv), context);
    return exitCode;
  } catch (error) {
    const failure = describeFailure(error);
    tell(failure);
    return failure.exitCode;
  }
}

/** For shells: a candidate a line, and behind a tab in a few words what it is. */
async function tellCandidates(words: readonly string[], context: CommandContext): Promise<void> {
  const { complete } = await import('./complete.ts');
  const candidates = await complete(words, { context, newParser: () => sharedOptions([]) });
  if (candidates.length > 0)
    context.terminal.out(candidates.map(({ value, about }) => `${value}\t${about}`).join('\n'));
}

async function carryOut(argv: readonly string[], context: CommandContext): Promise<void> {
  const [name] = argv.filter((word) => !word.startsWith('-'));
  const names = COMMANDS.map(({ usage }) => usage.replace(/ .*/, ''));
  if (name !== undefined && !names.includes(name)) throw unknownName('command', name, names);
  let help = '';
  const parser = parserOf(argv, context);
  if (argv.length === 0) context.terminal.say(await parser.getHelp());
  await parser.parseAsync([...argv], {}, (_error, _parsed, output) => {
    help = output;
  });
  if (help !== '') context.terminal.out(help);
}

/** `help COMMAND` says the same as `COMMAND --help`. */
function withHelp(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => !word.startsWith('-'));
  return argv[at] === 'help' ? [...argv.toSpliced(at, 1), '--help'] : argv;
}

/** Prints lines of any length. */
function wide({ screen, ...terminal }: Terminal): Terminal {
  return screen === undefined ? terminal : { ...terminal, screen: { hasColours: screen.hasColours } };
}

const VERSION: readonly string[] = ['--version', '-v'];

/** Nothing but the version, perhaps as JSON, which yargs' own would not print. */
function asksForVersion(argv: readonly string[]): boolean {
  const [asks, others] = [
    VERSION.filter((word) => argv.includes(word)),
    argv.filter((word) => !VERSION.includes(word)),
  ];
  return asks.length > 0 && others.every((word) => word === '--json');
}

/** A parser with what all commands take. */
function sharedOptions(argv: readonly string[]) {
  return yargs([...argv])
    .detectLocale(false)
    .option('json', { type: 'boolean', default: false, global: true, describe: 'Print JSON on standard output' })
    .option('wide', {
      type: 'boolean',
      default: false,
      global: true,
      describe: 'Show all columns of tables that do not fit',
    });
}

function parserOf(argv: readonly string[], context: CommandContext): Argv {
  const parser = sharedOptions(argv)
    .scriptName('tapedeck')
    .usage('$0 COMMAND\n\nOffline evaluation of LLM robot planners: recorded models, deterministic worlds.');
  for (const command of COMMANDS) declare(parser, command, context);
  return parser
    .command('help [command..]', 'Show help of a command; the same as COMMAND --help')
    .demandCommand(1, 'Name a command')
    .strict()
    .check((parsed, declared) => {
      checkOptions(argv, parsed, declared as unknown as DeclaredOptions);
      return true;
    }, true)
    .help()
    .alias('help', 'h')
    .version(codeVersion().version)
    .alias('version', 'v')
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false)
    .epilogue(
      'Exit codes: 0 done, 1 the answer is no, 2 usage or invalid input, 3 answers missing (tape miss, API gave up), 4 limit reached, 70 a defect of Tapedeck, 130 interrupted',
    )
    .fail((message, error) => {
      throw error ?? usageFailure(message, argv, parser as unknown as ReadSoFar);
    });
}

function declare(parser: Parser, { usage, describe, load }: ListedCommand, context: CommandContext): void {
  parser.command(
    usage,
    describe,
    async (args: Parser) => (await load()).declare(args, context),
    async (args) => (await load()).run(args, context),
  );
}
