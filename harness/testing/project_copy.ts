import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { PLACES } from '../io/places.ts';

const PARTS = ['package.json', 'harness', 'planners', 'envs', 'cassettes', 'results/references'];

/** Recordings, and packages such as a whole Node. */
const LEFT_OUT = /(^|\/)node_modules$|\/(cassettes|planted)\/tapes\/(?!listings)/;

export function projectCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-copy-'));
  const filter = (path: string) => !LEFT_OUT.test(path.slice(PLACES.root.length));
  for (const part of PARTS) cpSync(join(PLACES.root, part), join(folder, part), { recursive: true, filter });
  symlinkSync(join(PLACES.root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    edit(file: string, find: string, replace: string) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (!text.includes(find)) throw new Error(`"${find}" is not in ${file}`);
      writeFileSync(join(folder, file), text.replace(find, replace));
    },
    add(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    tapedeck: (...words: string[]) => run(folder, {}, words),
    tapedeckIn: (environment: NodeJS.ProcessEnv, ...words: string[]) => run(folder, environment, words),
    json: async (...words: string[]) => JSON.parse(await run(folder, {}, [...words, '--json'])),
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
  };
}

async function run(folder: string, environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ['harness/main.ts', ...words], { cwd: folder, env });
  return stdout;
}
