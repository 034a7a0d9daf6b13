/**
 * Reads the command line, carries out one command and turns whatever comes of it into an exit code.
 *
 * @module
 */
import yargs, { type Argv } from 'yargs';
import { batchCommand } from '../commands/batch.ts';
import { cassettesCommand } from '../commands/cassettes.ts';
import { checkCommand } from '../commands/check.ts';
import { compareCommand } from '../commands/compare.ts';
import { foonCommand } from '../commands/foon.ts';
import { listCommand } from '../commands/list.ts';
import { mergeCommand } from '../commands/merge.ts';
import { motionCommand } from '../commands/motion.ts';
import { planCommand, validateCommand } from '../commands/plan.ts';
import { reportCommand } from '../commands/report.ts';
import { runCommand } from '../commands/run.ts';
import { runsCommand } from '../commands/runs.ts';
import { simulateCommand } from '../commands/simulate.ts';
import { tablesCommand } from '../commands/tables.ts';
import { traceCommand } from '../commands/trace.ts';
import { CommandFailure, describeFailure } from '../errors/failure.ts';
import { codeVersion } from '../runs/code_version.ts';
import type { CommandContext, Parser } from '../terminal/command_context.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkOptions, type DeclaredOptions } from './check_options.ts';
import { asksFor, failureTeller } from './failure_teller.ts';

/** In the order in which help lists them. */
const COMMANDS: readonly ((parser: Parser, context: CommandContext) => Parser)[] = [
  tablesCommand,
  runCommand,
  compareCommand,
  runsCommand,
  simulateCommand,
  planCommand,
  validateCommand,
  motionCommand,
  foonCommand,
  batchCommand,
  mergeCommand,
  traceCommand,
  reportCommand,
  cassettesCommand,
  checkCommand,
  listCommand,
];

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
    await parserOf(argv, context).parseAsync();
    return exitCode;
  } catch (error) {
    const failure = describeFailure(error);
    tell(failure);
    return failure.exitCode;
  }
}

/** Prints lines of any length. */
function wide({ screen, ...terminal }: Terminal): Terminal {
  return screen === undefined ? terminal : { ...terminal, screen: { hasColours: screen.hasColours } };
}

/** Nothing but the version, perhaps as JSON, which yargs' own would not print. */
function asksForVersion(argv: readonly string[]): boolean {
  return argv.includes('--version') && argv.every((word) => word === '--version' || word === '--json');
}

function parserOf(argv: readonly string[], context: CommandContext): Argv {
  const parser = yargs([...argv])
    .scriptName('tapedeck')
    .usage('$0 COMMAND\n\nOffline evaluation of LLM robot planners: recorded models, deterministic worlds.')
    .option('json', { type: 'boolean', default: false, global: true, describe: 'Print JSON on standard output' })
    .option('wide', {
      type: 'boolean',
      default: false,
      global: true,
      describe: 'Show all columns of tables that do not fit',
    });
  for (const command of COMMANDS) command(parser, context);
  return parser
    .demandCommand(1, 'Name a command')
    .strict()
    .check((parsed, declared) => {
      checkOptions(argv, parsed, declared as unknown as DeclaredOptions);
      return true;
    }, true)
    .recommendCommands()
    .help()
    .version(codeVersion().version)
    .wrap(100)
    .exitProcess(false)
    .showHelpOnFail(false)
    .epilogue(
      'Exit codes: 0 done, 1 the answer is no, 2 usage or invalid input, 3 answers missing (tape miss, API gave up), 4 limit reached, 70 a defect of Tapedeck, 130 interrupted',
    )
    .fail((message, error) => {
      throw error ?? new CommandFailure(2, `${message}\nSee \`tapedeck --help\``);
    });
}
