import { basename, join } from 'node:path';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = command(completionOptions, completion, {
  'completion bash': 'The script, which your shell has to run',
});

function completionOptions(args: Parser) {
  return args
    .positional('shell', { choices: SHELLS, describe: 'For which shell; default: that of $SHELL' })
    .epilogue(
      [
        'In ~/.bashrc: eval "$(tapedeck completion bash)"',
        'In ~/.zshrc, behind compinit: eval "$(tapedeck completion zsh)"',
        'For fish: tapedeck completion fish > ~/.config/fish/completions/tapedeck.fish',
      ].join('\n'),
    );
}

function completion(
  { shell, json }: OptionsOf<typeof completionOptions>,
  { terminal, environment }: CommandContext,
): void {
  const chosen = shell ?? ownShell(environment['SHELL']);
  const script = readText(join(PLACES.completion, `tapedeck.${chosen}`));
  terminal.out(json ? JSON.stringify({ shell: chosen, script }) : script);
}

function ownShell(path: string | undefined): (typeof SHELLS)[number] {
  const shell = SHELLS.find((each) => each === basename(path ?? ''));
  if (shell !== undefined) return shell;
  const found = path === undefined || path === '' ? '$SHELL is not set' : `$SHELL is "${path}"`;
  throw invalid(`Cannot tell which shell is meant: ${found}; name one: ${SHELLS.join(', ')}`);
}
