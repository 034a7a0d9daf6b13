import { expect, it } from 'vitest';
import { projectCopy } from '../project_copy.ts';

const copy = projectCopy();

const COMMAND = `import { command, type CommandContext, type OptionsOf, type Parser } from '../terminal/command.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { readSuite } from '../../run/suites/suite.ts';

export const scenesCommand = command(scenesOptions, scenes, { 'scenes household --most 2': 'The first scenes' });

function scenesOptions(args: Parser) {
  return args
    .positional('suite', { type: 'string', demandOption: true, describe: 'A suite by name or by path' })
    .option('most', { type: 'number', default: 10, describe: 'How many to name at most' });
}

function scenes({ suite, most, json }: OptionsOf<typeof scenesOptions>, { terminal }: CommandContext): void {
  if (most < 1) throw new CommandFailure(2, \`--most must be at least 1, found \${most}\`);
  const named = readSuite(suite).scenes.slice(0, most);
  terminal.out(json ? JSON.stringify(named) : named.join('\\n'));
}
`;

const LISTED = `  {
    usage: 'scenes <suite>',
    describe: 'Name the scenes of a suite',
    load: async () => (await import('./author/scenes.ts')).scenesCommand,
  },
`;

it('a command is one file and its line in the list, and is helped, checked and carried out', async () => {
  copy.add('harness/cli/author/scenes.ts', COMMAND);
  copy.edit('harness/cli/commands.ts', "  {\n    usage: 'simulate", `${LISTED}$&`);

  expect(await copy.json('scenes', 'household', '--most', '2')).toEqual(['house_1', 'house_2']);
  expect(await copy.tapedeck('--help', '--wide')).toMatch(/tapedeck scenes <suite> +Name the scenes of a suite/);
  const option = /--most +How many to name at most +\[number\] \[default: 10\]/;
  expect(await copy.tapedeck('scenes', '--help')).toMatch(option);
  const refusal = { code: 2, stderr: expect.stringContaining('mots') };
  await expect(copy.tapedeck('scenes', 'household', '--mots', '2')).rejects.toMatchObject(refusal);
  await expect(copy.tapedeck('scenes', 'household', '--most', '0')).rejects.toMatchObject({ code: 2 });
});
