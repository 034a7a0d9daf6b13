/** A copy of the project to be changed and run, without tapes but those of the suite `listings`. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PLACES } from '../io/places.ts';

const PARTS = ['package.json', 'harness', 'planners', 'envs', 'cassettes', 'results/references'];

/** Recordings, and packages: a whole Node where the lowest one is installed. */
const LEFT_OUT = /(^|\/)node_modules$|\/(cassettes|planted)\/tapes\/(?!listings)/;

export type ProjectCopy = {
  readonly folder: string;
  /** Changes a file. Throws where what is to be found is not there. */
  edit(file: string, find: string, replace: string): void;
  /** Adds a file, in a folder of its own where its path names one. */
  add(file: string, text: string): void;
  /** Runs a command of `tapedeck`; what it prints. */
  tapedeck(...words: string[]): Promise<string>;
  /** The same where these variables are set, too. */
  tapedeckIn(environment: Readonly<Record<string, string>>, ...words: string[]): Promise<string>;
  remove(): void;
};

export function projectCopy(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-copy-'));
  for (const part of PARTS) {
    cpSync(join(PLACES.root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.slice(PLACES.root.length)),
    });
  }
  symlinkSync(join(PLACES.root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return {
    folder,
    edit(file, find, replace) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(find)) throw new Error(`"${find}" is not in ${file}`);
      writeFileSync(join(folder, file), text.replace(find, replace));
    },
    add(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    tapedeck: (...words) => run(folder, {}, words),
    tapedeckIn: (environment, ...words) => run(folder, environment, words),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

async function run(
  folder: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['harness/main.ts', ...words], { cwd: folder, env });
  return stdout;
}
