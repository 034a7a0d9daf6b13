/**
 * Test support: a command line, run as a user would, and what it said.
 *
 * @module
 */
import { runCommandLine } from '../cli/command_line.ts';

export type Ran = { readonly exitCode: number; readonly out: string; readonly said: string };

export type Surroundings = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Fires when the user asks to stop. */
  readonly signal?: AbortSignal;
};

export function tapedeck(...argv: string[]): Promise<Ran> {
  return tapedeckIn({}, ...argv);
}

export async function tapedeckIn(
  { environment = {}, signal = new AbortController().signal }: Surroundings,
  ...argv: string[]
): Promise<Ran> {
  const out: string[] = [];
  const said: string[] = [];
  const exitCode = await runCommandLine(argv, {
    terminal: { out: (text) => out.push(text), say: (text) => said.push(text), progress() {} },
    signal,
    environment,
  });
  return { exitCode, out: out.join('\n'), said: said.join('\n') };
}
