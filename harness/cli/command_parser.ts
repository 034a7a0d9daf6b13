import yargs, { type Argv } from 'yargs';
import { codeVersion } from '../run/code_version.ts';
import { COMMANDS } from './commands.ts';
import { type CommandContext, internalsOf, type Parser } from './terminal/command.ts';
import { checkOptions, checkValues, usageFailure } from './usage_failure.ts';

export function sharedOptions(argv: readonly string[]) {
  return yargs([...argv])
    .detectLocale(false)
    .option('json', { type: 'boolean', default: false, global: true, describe: 'Print JSON on standard output' })
    .option('wide', { type: 'boolean', default: false, global: true, describe: 'Show all columns of wide tables' })
    .option('color', {
      type: 'boolean',
      global: true,
      describe: 'Use colors; --no-color turns them off',
      defaultDescription: 'on a terminal, unless NO_COLOR or FORCE_COLOR is set',
    });
}

export function commandParser(argv: readonly string[], context: CommandContext): Argv {
  const parser = sharedOptions(argv)
    .scriptName('tapedeck')
    .usage('$0 COMMAND\n\nOffline evaluation of LLM robot planners: recorded models, deterministic worlds.');
  for (const { usage, describe, load } of COMMANDS) {
    parser.command(
      usage,
      describe,
      async (args: Parser) => (await load()).declare(args, context),
      async (args) => (await load()).run(args, context),
    );
  }
  return parser
    .command('help [command..]', 'Show the help of a command, like COMMAND --help')
    .demandCommand(1, 'Name a command')
    .strict()
    .check((parsed) => {
      checkOptions(argv, parsed, internalsOf(parser).getOptions());
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
      'Exit codes: 0 success, 1 negative result, 2 wrong usage or invalid input, 3 missing answers (tape miss or API failure), 4 limit reached, 70 internal error, 130 interrupted',
    )
    .fail((message, error) => {
      if (!error) checkValues(argv, internalsOf(parser).getOptions());
      throw error ?? usageFailure(message, argv, internalsOf(parser));
    });
}
