/** A process that carries out one command line after the other in a folder, as the test sees it that sends them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Ran } from './run_tapedeck.ts';

export type ServedCommands = {
  /** Carries out what stands behind `tapedeck`. */
  carryOut(words: readonly string[]): Promise<Ran>;
  close(): void;
};

/** By the project that lies at `root`. */
export function servedCommands(
  root: string,
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): ServedCommands {
  const server = fork(join(root, 'harness/testing/command_server.ts'), { ...place, execArgv: [] });
  return {
    async carryOut(words) {
      const answer = once(server, 'message');
      server.send(words);
      const [ran] = (await answer) as [Ran];
      return ran;
    },
    close: () => void server.kill(),
  };
}

/** The words behind `npx tapedeck` of a command that needs nothing else of a shell; null where it does. */
export function wordsServed(command: string): string[] | null {
  const [, rest] = /^npx tapedeck ([^'$`\\|&;<>*?~]*)$/.exec(command) ?? [];
  if (rest === undefined) return null;
  return Array.from(rest.matchAll(/"([^"]*)"|[^\s"]+/g), ([word, quoted]) => quoted ?? word);
}
