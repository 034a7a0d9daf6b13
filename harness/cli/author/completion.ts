import { basename, join } from 'node:path';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';
import { command } from '../terminal/command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completionCommand = command(
  (args) =>
    args
      .positional('shell', { choices: SHELLS, describe: 'Your shell; default: the one in $SHELL' })
      .epilogue(
        [
          'In ~/.bashrc: eval "$(tapedeck completion bash)"',
          'In ~/.zshrc, after compinit: eval "$(tapedeck completion zsh)"',
          'For fish: tapedeck completion fish > ~/.config/fish/completions/tapedeck.fish',
        ].join('\n'),
      ),
  ({ shell: requested, json }, { terminal, environment }) => {
    const shell = requested ?? loginShell(environment['SHELL']);
    const script = readText(join(PLACES.completion, `tapedeck.${shell}`));
    terminal.out(json ? JSON.stringify({ shell, script }) : script);
  },
  { 'completion bash': 'Print the script for bash' },
);

function loginShell(path: string | undefined): (typeof SHELLS)[number] {
  const shell = SHELLS.find((each) => each === basename(path ?? ''));
  if (shell !== undefined) return shell;
  const found = path === undefined || path === '' ? '$SHELL is not set' : `$SHELL is "${path}"`;
  throw invalid(`Cannot determine your shell: ${found}; add one of ${SHELLS.join(', ')}`);
}
