import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { commandText } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { command } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

const FIRST_COMMANDS: Readonly<Record<Kind, string>> = {
  planner: commandText(
    'run household --planner ./my_planner.mjs --scene house_1 --task open_fridge --dry-run'.split(' '),
  ),
  suite: commandText(['check', './suite.json']),
  // Names the file because Node 20 exits with 0 when it finds no tests.
  tests: 'node --test my_tracker_test.mjs',
};

const KINDS = ['planner', 'suite', 'tests'] as const;
type Kind = (typeof KINDS)[number];

export const initCommand = command(
  (args) =>
    args
      .positional('kind', { choices: KINDS, demandOption: true, describe: 'Kind of example' })
      .positional('folder', option.defaultText('.', 'Folder to write to; it is created if it does not exist')),
  ({ kind, folder, json }, { terminal }) => {
    const example = join(PLACES.examples, kind);
    const files = filesBelow(example);
    refuseToOverwrite(kind, folder, files);
    for (const file of files) writeWhole(join(folder, file), adaptSchemaPath(join(example, file), join(folder, file)));
    const isHere = resolve(folder) === process.cwd();
    const next = [...(isHere ? [] : [`cd ${folder}`]), FIRST_COMMANDS[kind]];
    if (json) return terminal.out(JSON.stringify({ kind, folder, files, next }));
    terminal.out(files.map((file) => join(folder, file)).join('\n'));
    terminal.say(`Next: ${next.join(' && ')}\nSee README.md for more`);
  },
  {
    'init planner my_planner': 'Write a planner with its prompts',
    'init suite my_suite': 'Write a suite with its tasks',
    'init tests my_tests': 'Write tests for a state tracker',
  },
);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll(sep, '/'))
    .sort();
}

function refuseToOverwrite(kind: Kind, folder: string, files: readonly string[]): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw invalid(`Cannot write to "${folder}": it is not a folder`);
  const present = files.filter((file) => existsSync(join(folder, file)));
  if (present.length === 0) return;
  const names = present.map((file) => `"${file}"`).join(', ');
  throw invalid(
    `Cannot write to "${folder}": ${names} already ${present.length === 1 ? 'exists' : 'exist'}; name another folder: \`${commandText(['init', kind, 'FOLDER'])}\``,
  );
}

function adaptSchemaPath(source: string, target: string): string {
  return readText(source).replace(/"\$schema": "(\.[^"]*)"/, (_, schema: string) => {
    const path = relative(dirname(resolve(target)), resolve(dirname(source), schema)).replaceAll(sep, '/');
    return `"$schema": ${JSON.stringify(path)}`;
  });
}
