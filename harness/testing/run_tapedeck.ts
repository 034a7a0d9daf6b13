/**
 * Test support: a command line, run as a user would, and what it said.
 *
 * @module
 */
import { runCommandLine } from '../command_line.ts';

export type Ran = { readonly exitCode: number; readonly out: string; readonly said: string };

export function tapedeck(...argv: string[]): Promise<Ran> {
  return tapedeckIn({}, ...argv);
}

/** The same where these variables are set in the environment. */
export async function tapedeckIn(environment: Readonly<Record<string, string>>, ...argv: string[]): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const exitCode = await runCommandLine(argv, {
    terminal: { out: (text) => out.push(text), say: (text) => said.push(text), progress() {} },
    signal: new AbortController().signal,
    environment,
  });
  return { exitCode, out: out.join('\n'), said: said.join('\n') };
}
