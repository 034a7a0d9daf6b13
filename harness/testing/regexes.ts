import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';

export type Regex = Readonly<{ line: number; source: string; flags: string }>;

export type Regexes = Readonly<{
  written: readonly Regex[];
  /** Lines that build expressions when the module loads. */
  built: readonly number[];
}>;

export function regexesOf(file: string, text: string): Regexes {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`Cannot parse "${file}": ${errors[0].message}`);
  const written: Regex[] = [];
  const built: number[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  function noteBuilt({ callee, start }: CallExpression | NewExpression): void {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') built.push(lineOf(start));
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      written.push({ line: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: noteBuilt,
    CallExpression: noteBuilt,
  }).visit(program);
  return { written, built };
}
