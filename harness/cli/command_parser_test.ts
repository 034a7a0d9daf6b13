import { expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';

it('commandParser() prints the help that help.txt contains', async () => {
  const { exitCode, said } = await tapedeck();
  expect(exitCode).toBe(2);
  const help = said.replace(/\nName a command\nSee `tapedeck --help`$/, '');
  await expect(`${help}\n`).toMatchFileSnapshot('help.txt');
  for (const asked of ['--help', '-h', 'help']) {
    expect(await tapedeck(asked)).toEqual({ exitCode: 0, out: `${help}\n`, said: '' });
  }
  expect((await tapedeck('--help', '--wide')).out.trim()).toBe(help.trim());
});
