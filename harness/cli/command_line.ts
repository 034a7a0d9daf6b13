/** `--help` prints `help.txt`, since yargs loads slowly. */
import { join } from 'node:path';
import { describeFailure, unknownName } from '../io/errors/failure.ts';
import { readText } from '../io/read_text.ts';
import { codeVersion } from '../run/code_version.ts';
import { COMMANDS } from './commands.ts';
import type { CommandContext } from './terminal/command.ts';
import type { Terminal } from './terminal/terminal.ts';
import { optionWords, rewordError } from './usage_failure.ts';

export async function runCommandLine(
  argv: readonly string[],
  surroundings: Pick<CommandContext, 'terminal' | 'signal' | 'environment'>,
): Promise<number> {
  let exitCode = 0;
  const { screen, ...withoutScreen } = surroundings.terminal;
  const isWide = screen !== undefined && hasFlag(argv, 'wide');
  const { terminal, report } = reportFailures(
    argv,
    isWide ? { ...withoutScreen, screen: { hasColours: screen.hasColours } } : surroundings.terminal,
  );
  const context: CommandContext = {
    ...surroundings,
    terminal,
    typed: argv,
    exitWith: (code) => {
      exitCode = code;
    },
  };
  if (isVersionRequest(argv)) {
    const { version } = codeVersion();
    terminal.out(argv.includes('--json') ? JSON.stringify({ name: 'tapedeck', version }) : version);
    return 0;
  }
  if (argv.length === 1 && HELP_WORDS.includes(argv[0]!)) {
    terminal.out(readText(join(import.meta.dirname, 'help.txt')));
    return 0;
  }
  try {
    if (argv.length === 1 && argv[0] === 'list') {
      const { listCommand } = await import('./author/list.ts');
      await listCommand.run({ _: ['list'], $0: 'tapedeck', json: false, wide: false }, context);
    } else if (argv[0] === '--complete') await printCandidates(argv.slice(1), context);
    else await runNamedCommand(helpAsOption(argv), context);
    return exitCode;
  } catch (error) {
    const failure = describeFailure(error);
    report(failure);
    return failure.exitCode;
  }
}

async function printCandidates(words: readonly string[], context: CommandContext): Promise<void> {
  const [{ complete }, { sharedOptions }] = await Promise.all([import('./complete.ts'), import('./command_parser.ts')]);
  const candidates = await complete(words, { context, newParser: () => sharedOptions([]) });
  if (candidates.length > 0)
    context.terminal.out(candidates.map(({ value, about }) => `${value}\t${about}`).join('\n'));
}

async function runNamedCommand(argv: readonly string[], context: CommandContext): Promise<void> {
  const [name] = argv.filter((word) => !word.startsWith('-'));
  const names = COMMANDS.map(({ usage }) => usage.replace(/ .*/, ''));
  if (name !== undefined && !names.includes(name)) throw unknownName('command', name, names);
  let help = '';
  const { commandParser } = await import('./command_parser.ts');
  const parser = commandParser(argv, context);
  if (argv.length === 0) context.terminal.say(await parser.getHelp());
  try {
    await parser.parseAsync([...argv], {}, (_error, _parsed, output) => {
      help = output;
    });
  } catch (error) {
    throw rewordError(error);
  }
  if (help !== '') context.terminal.out(help);
}

function helpAsOption(argv: readonly string[]): readonly string[] {
  const nameIndex = argv.findIndex((word) => !word.startsWith('-'));
  return argv[nameIndex] === 'help' ? [...argv.toSpliced(nameIndex, 1), '--help'] : argv;
}

const HELP_WORDS = ['--help', '-h', 'help'];
const VERSION_OPTIONS = ['--version', '-v'];

function isVersionRequest(argv: readonly string[]): boolean {
  const others = argv.filter((word) => !VERSION_OPTIONS.includes(word));
  return others.length < argv.length && others.every((word) => word === '--json');
}

export function reportFailures(argv: readonly string[], terminal: Terminal) {
  let isSilent = true;
  const out = (text: string) => {
    isSilent = false;
    terminal.out(text);
  };
  return {
    terminal: { ...terminal, out },
    report({ message, exitCode }: { message: string; exitCode: number }): void {
      terminal.say(message, 'bad');
      if (isSilent && hasFlag(argv, 'json')) terminal.out(JSON.stringify({ error: message, exitCode }));
    },
  };
}

function hasFlag(argv: readonly string[], option: string): boolean {
  return optionWords(argv).some((word) => word === `--${option}` || word === `--${option}=true`);
}
