import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Ran } from './run_tapedeck.ts';

export type ServedCommands = ReturnType<typeof servedCommands>;

export function servedCommands(root: string, place: Readonly<{ cwd: string; env: NodeJS.ProcessEnv }>) {
  const server = fork(join(root, 'harness/testing/command_server.ts'), { ...place, execArgv: [] });
  return {
    async carryOut(words: readonly string[]): Promise<Ran> {
      const answer = once(server, 'message');
      server.send(words);
      const [ran] = (await answer) as [Ran];
      return ran;
    },
    close: () => void server.kill(),
  };
}

/** Null if the command needs a shell. */
export function wordsServed(command: string): string[] | null {
  const [, rest] = /^npx tapedeck ([^'$`\\|&;<>*?~]*)$/.exec(command) ?? [];
  if (rest === undefined) return null;
  return Array.from(rest.matchAll(/"([^"]*)"|[^\s"]+/g), ([word, quoted]) => quoted ?? word);
}
