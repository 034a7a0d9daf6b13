import { runCommandLine } from '../cli/command_line.ts';

export type Ran = Readonly<{ exitCode: number; out: string; said: string }>;

export type Surroundings = Readonly<{
  environment?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}>;

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

/** A value is one word or part of one; a list of values is several words. */
export function words(texts: TemplateStringsArray, ...values: readonly (string | readonly string[])[]): string[] {
  const next = () => values[at++] ?? '';
  let at = 0;
  return texts
    .join('\0')
    .split(' ')
    .flatMap((word) => (word === '\0' ? next() : word.replaceAll('\0', () => String(next()))));
}

/** Throws unless the command prints nothing and exits with 2. */
export async function refusal(...argv: string[]): Promise<string> {
  const { exitCode, out, said } = await tapedeck(...argv);
  if (exitCode !== 2 || out !== '') throw new Error(`"${argv.join(' ')}" exits with ${exitCode}\n${out}\n${said}`);
  return said;
}

/** Throws unless the command exits with 0. */
export async function documentOf(...argv: string[]) {
  const { exitCode, out, said } = await tapedeck(...argv, '--json');
  if (exitCode !== 0) throw new Error(`"${argv.join(' ')}" exits with ${exitCode}\n${out}\n${said}`);
  return JSON.parse(out);
}
