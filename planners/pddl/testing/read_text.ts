import { Diagnostics, type PddlFile } from '../diagnostics/diagnostics.ts';
import { type List, readExpression } from '../read/expression.ts';

/** What `read` makes of a text, with words as names and without places; its messages without places, if it reports errors. */
export function readText(
  text: string,
  read: (list: List, log: Diagnostics) => unknown,
  file: PddlFile = 'domain',
): unknown {
  const log = new Diagnostics(file);
  const tree = read(readExpression(text, log) as List, log);
  return log.errors.length > 0 ? wordings(log) : plain(tree);
}

function plain(tree: unknown): unknown {
  const text = JSON.stringify(tree, (key, value) => {
    if (key === 'at') return undefined;
    return value?.kind === 'word' ? value.name : value;
  });
  return JSON.parse(text);
}

export function wordings({ errors, warnings }: Diagnostics): string[] {
  return [...errors, ...warnings].map(({ message }) => message.replace(/^\w+, line \d+, column \d+: /, ''));
}
