import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { tapedeck, tapedeckIn } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder } = scratchFolder();

const program = join(folder, 'tapedeck');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PLACES.root}harness/package/tapedeck.js' "$@"\n`);
chmodSync(program, 0o755);

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const script = async (shell: string) => (await tapedeck('completion', shell)).out;

async function ran(shell: string, options: readonly string[], text: string): Promise<string[]> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)(shell, [...options, '-c', text], { cwd: folder, env });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('tapedeck completion', () => {
  it('prints the script of the user’s shell or of the given one', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const own = await tapedeckIn({ environment: { SHELL: `/usr/bin/${shell}` } }, 'completion');
      expect(own).toEqual(await tapedeck('completion', shell));
      expect(own).toMatchObject({ exitCode: 0, out: expect.stringContaining(`# tapedeck, for ${shell}`), said: '' });
      const { out } = await tapedeck('completion', shell, '--json');
      expect(JSON.parse(out)).toEqual({ shell, script: own.out });
    }
  });

  it('asks for the shell where it cannot tell', async () => {
    expect(await tapedeckIn({ environment: { SHELL: '/bin/tcsh' } }, 'completion')).toEqual({
      exitCode: 2,
      out: '',
      said: 'Cannot determine your shell: $SHELL is "/bin/tcsh"; add one of bash, zsh, fish',
    });
    expect((await tapedeckIn({ environment: {} }, 'completion')).said).toContain('$SHELL is not set');
    expect((await tapedeck('completion', 'tcsh')).said).toContain('Choices: "bash", "zsh", "fish"');
  });
});

const typed = (words: readonly string[]) =>
  words.map((word) => (/^[\w./-]+$/.test(word) ? word : `'${word}'`)).join(' ');

/** What a shell would offer for the last word: a script in its language, which prints a candidate a line. */
const ASKED = {
  bash: {
    options: ['--norc', '--noprofile'],
    ask: (words: readonly string[]) =>
      `complete -p tapedeck >/dev/null && COMP_WORDS=(tapedeck ${typed(words)}); COMP_CWORD=${words.length}; _tapedeck; printf '%s\\n' "\${COMPREPLY[@]}"`,
    setUp: '',
  },
  zsh: {
    options: ['-f'],
    ask: (words: readonly string[]) => `words=(tapedeck ${typed(words)}); CURRENT=${words.length + 1}; _tapedeck`,
    // These are there only while a line is edited.
    setUp: `_describe() { print -l -- "\${(@)\${(@P)2}%%:*}" }; _default() { :; }; compdef() { :; };`,
  },
  fish: {
    options: ['--no-config'],
    ask: (words: readonly string[]) => `complete -C "tapedeck ${typed(words).replaceAll(/["$]/g, '\\$&')}"`,
    setUp: 'function __fish_complete_path; end;',
  },
};

describe.each(Object.entries(ASKED))('in %s (skipped where it is not installed)', (shell, { options, ask, setUp }) => {
  const offered = async (...words: string[]) => {
    const lines = await ran(shell, options, `${setUp}\n${await script(shell)}\n${ask(words)}`);
    return lines.map((line) => line.split('\t')[0]); // behind a tab fish says what it is
  };
  const there = it.skipIf(!has(shell));

  there('commands, options and names are completed', async () => {
    expect(await offered('ru')).toEqual(['run', 'runs']);
    expect(await offered('run', 'househ')).toEqual(['household']);
    expect(await offered('run', 'household', '--planner', 'ora')).toEqual(['oracle']);
    expect(await offered('run', 'household', '--dry')).toEqual(['--dry-run']);
  });

  there('files are left to the shell', async () => expect(await offered('run', './su')).toEqual([]));

  there('nothing that was typed is evaluated', async () => {
    const hostile = [
      '$(touch evaluated)',
      '`touch evaluated`',
      '(touch evaluated)',
      '--scene',
      '"; touch evaluated; "',
    ];
    expect(await offered('run', ...hostile)).toEqual([]);
    expect(existsSync(join(folder, 'evaluated'))).toBe(false);
  });
});
