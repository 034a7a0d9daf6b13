/**
 * Which command lines only ask about the program itself.
 *
 * @module
 */

const ASKS_ONLY: readonly string[] = ['--help', '-h', '--version', '-v', '--complete'];
const ONLY_TELL: readonly (string | undefined)[] = [undefined, 'help', 'completion'];

/** Whether there is nothing to compute, and so nothing to interrupt: help, the version, completions, what can be listed. */
export function isBrief(argv: readonly string[]): boolean {
  const [name, ...rest] = argv.filter((word) => !word.startsWith('-'));
  return (
    ONLY_TELL.includes(name) ||
    argv.some((word) => ASKS_ONLY.includes(word)) ||
    (name === 'list' && rest.length === 0 && argv.length === 1)
  );
}
