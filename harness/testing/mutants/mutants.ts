import { parseSync, Visitor } from 'oxc-parser';

/** `within`: the expression or statement around it. */
export type Mutant = Readonly<{
  file: string;
  start: number;
  original: string;
  replacement: string;
  within: readonly [number, number];
  isStatement: boolean;
}>;

const SWAPPED: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '&&': '||', '||': '&&' },
};

export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`Cannot parse "${file}": ${errors[0].message}`);
  const mutants: Mutant[] = [];
  const untouchable = new Set<number>(); // literals that are types or keys: no value of the running program
  const mutate = (start: number, end: number, replacement: string, within = { start, end }, isStatement = false) => {
    const original = text.slice(start, end);
    mutants.push({ file, start, original, replacement, within: [within.start, within.end], isStatement });
  };
  const swap = (node: Span & { left: Span; right: Span; operator: string }) => {
    const at = text.indexOf(node.operator, node.left.end);
    const swapped = SWAPPED[node.operator];
    if (swapped !== undefined && at < node.right.start) mutate(at, at + node.operator.length, swapped, node);
  };
  const leaveKey = ({ key, computed }: { key: Span; computed?: boolean }) => {
    if (computed !== true) untouchable.add(key.start);
  };
  new Visitor({
    TSLiteralType: ({ literal }) => void untouchable.add(literal.start),
    Property: leaveKey,
    PropertyDefinition: leaveKey,
    TSPropertySignature: leaveKey,
    BinaryExpression: swap,
    LogicalExpression: swap,
    UnaryExpression({ operator, start, end, argument }) {
      if (operator === '!') mutate(start, end, text.slice(argument.start, argument.end));
    },
    ConditionalExpression: ({ test }) => mutate(test.start, test.end, 'true'),
    IfStatement: ({ test }) => mutate(test.start, test.end, 'false'),
    ExpressionStatement({ start, end, directive, expression }) {
      if (typeof directive !== 'string' && expression.type === 'CallExpression')
        mutate(start, end, ';', { start, end }, true);
    },
    Literal({ start, end, value }) {
      if (untouchable.has(start)) return;
      if (typeof value === 'boolean') mutate(start, end, String(!value));
      if (Number.isInteger(value)) mutate(start, end, String(Number(value) + 1));
    },
  }).visit(program);
  return mutants.sort((a, b) => a.start - b.start || a.original.length - b.original.length);
}

type Span = Readonly<{ start: number; end: number }>;

export function mutated(text: string, { start, original, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(start + original.length);
}

/** Each place adds its number to `globalThis.reached` when it is executed. */
export function watched(text: string, mutants: ReadonlyMap<number, Mutant>): string {
  const insertions = [...mutants].flatMap(([number, { within, isStatement }]) => {
    const [start, end] = within;
    const add = `(globalThis.reached ??= new Set()).add(${number})`;
    const [before, after] = isStatement ? [`{ ${add}; `, ' }'] : [`(${add}, (`, '))'];
    const open = { at: start, size: end - start, text: before, opens: true };
    return [open, { at: end, size: end - start, text: after, opens: false }];
  });
  // From the end of the text; at one place, outer brackets stay outside.
  insertions.sort((a, b) => {
    if (a.at !== b.at) return b.at - a.at;
    if (a.opens !== b.opens) return a.opens ? -1 : 1;
    return a.opens ? a.size - b.size : b.size - a.size;
  });
  return insertions.reduce((all, { at, text: added }) => all.slice(0, at) + added + all.slice(at), text);
}
