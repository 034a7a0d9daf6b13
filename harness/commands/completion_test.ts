import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACES } from '../files/places.ts';
import { tapedeck, tapedeckIn } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As an installed `tapedeck` is called. */
const program = join(folder, 'tapedeck');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${PLACES.root}harness/package/tapedeck.js' "$@"\n`);
chmodSync(program, 0o755);

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const script = async (shell: string) => (await tapedeck('completion', shell)).out;

/** Runs a shell on a script of its own, `tapedeck` on its path. */
async function ran(shell: string, options: readonly string[], text: string): Promise<string[]> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
  const { stdout } = await promisify(execFile)(shell, [...options, '-c', text], { cwd: folder, env });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('tapedeck completion', () => {
  it('prints what the shell of the user runs, or the one that is named', async () => {
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
      said: 'Cannot tell which shell is meant: $SHELL is "/bin/tcsh"; name one: bash, zsh, fish',
    });
    expect((await tapedeckIn({ environment: {} }, 'completion')).said).toContain('$SHELL is not set');
    expect((await tapedeck('completion', 'tcsh')).said).toContain('Choices: "bash", "zsh", "fish"');
  });
});

describe.skipIf(!has('bash'))('in bash (skipped where there is none)', () => {
  /** What bash would offer for the last word. */
  async function offered(...words: string[]): Promise<string[]> {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(tapedeck ${quoted}); COMP_CWORD=${words.length}; _tapedeck; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return ran('bash', ['--norc', '--noprofile'], `${await script('bash')}\ncomplete -p tapedeck >/dev/null && ${ask}`);
  }

  it('commands, options and names are completed', async () => {
    expect(await offered('ru')).toEqual(['run', 'runs']);
    expect(await offered('run', 'househ')).toEqual(['household']);
    expect(await offered('run', 'household', '--planner', 'ora')).toEqual(['oracle']);
    expect(await offered('run', 'household', '--dry')).toEqual(['--dry-run']);
  });

  it('files are left to bash', async () => {
    expect(await offered('run', './su')).toEqual([]);
  });

  it('nothing that was typed is evaluated', async () => {
    expect(await offered('run', '$(touch evaluated)', '`touch evaluated`', '--scene', '"; touch evaluated; "')).toEqual(
      [],
    );
    expect(existsSync(join(folder, 'evaluated'))).toBe(false);
  });
});

describe.skipIf(!has('zsh'))('in zsh (skipped where there is none)', () => {
  it('commands are completed', async () => {
    const text = `_describe() { print -l -- "\${(@P)2}" }; compdef() { :; }; ${await script('zsh')}
      words=(tapedeck run househ); CURRENT=3; _tapedeck`;
    expect(await ran('zsh', ['-f'], text)).toEqual(['household:']);
  });
});

describe.skipIf(!has('fish'))('in fish (skipped where there is none)', () => {
  it('commands are completed', async () => {
    const text = `${await script('fish')}\ncomplete -C 'tapedeck run househ'`;
    expect(await ran('fish', ['--no-config'], text)).toEqual(['household']);
  });
});
