/** As in EAI: arguments of `and` and `or` are matched, literals compared by text, quantified variables renamed. */
import type { Quirks } from './quirks.ts';

export type Formula = string | Junction;
interface Junction extends ReadonlyArray<Formula> {
  readonly 0: string;
}

const PARTS: Readonly<Record<string, number | null>> = { and: null, or: null, not: 1, exists: 2, forall: 2, when: 2 };
const DEPTH_MAX = 200;
const NOTHING = '()';

/** Null where EAI cannot read it. */
export function readFormula(text: string): Formula | null {
  const tokens = text.split(/([()])/).map((part) => part.trim());
  const stack: Formula[] = [];
  for (const token of tokens.filter((part) => part !== '')) {
    if (token !== ')') stack.push(token);
    else if (stack.at(-1) === '(') stack.splice(-1, 1, NOTHING);
    else {
      const open = stack.lastIndexOf('(');
      const formula = open < 0 ? null : formulaOf(stack.splice(open).slice(1));
      if (formula === null || depthOf(formula) > DEPTH_MAX) return null;
      stack.push(formula);
    }
  }
  return stack.length === 1 ? stack[0]! : null;
}

function formulaOf(parts: readonly Formula[]): Formula | null {
  const [operator, ...rest] = parts;
  if (typeof operator !== 'string') return null;
  if (!Object.hasOwn(PARTS, operator)) {
    return parts.every((part) => typeof part === 'string') ? parts.join(' ') : null;
  }
  const count = PARTS[operator];
  return count === null || count === rest.length ? [operator, ...rest] : null;
}

function depthOf(formula: Formula): number {
  return typeof formula === 'string' ? 0 : 1 + Math.max(0, ...formula.slice(1).map((part) => depthOf(part)));
}

type FormulaMatch = Readonly<{
  score: number;
  matched: readonly Formula[];
  unmatchedPredicted: readonly Formula[];
  unmatchedGold: readonly Formula[];
}>;

export function matchFormulas(predicted: Formula, gold: Formula, quirks: Quirks): FormulaMatch {
  return match(...aligned(predicted, gold), quirks);
}

const isJunction = (formula: Junction) => formula[0] === 'and' || formula[0] === 'or';

function aligned(one: Formula, other: Formula): [Formula, Formula] {
  if (typeof one === 'string' || typeof other === 'string') return [one, other];
  if (one[0] === other[0] && (one[0] === 'exists' || one[0] === 'forall')) {
    const [name, otherName] = [one, other].map((formula) => variableOf(formula));
    return [one, name === undefined || otherName === undefined ? other : renamed(other, otherName, name)];
  }
  if (!isJunction(one) || !isJunction(other)) return [one, other];
  const pairs = Array.from({ length: Math.max(one.length, other.length) - 1 }, (_, at) =>
    aligned(one[at + 1] ?? NOTHING, other[at + 1] ?? NOTHING),
  );
  return [
    [one[0], ...pairs.map(([part]) => part)],
    [other[0], ...pairs.map(([, part]) => part)],
  ];
}

function variableOf(formula: readonly Formula[]): string | undefined {
  const variable = formula[1];
  return typeof variable === 'string' ? variable.split('-')[0]!.trim() : undefined;
}

function renamed(formula: Formula, name: string, to: string): Formula {
  if (typeof formula === 'string') return formula.replaceAll(name, () => to);
  return [formula[0], ...formula.slice(1).map((part) => renamed(part, name, to))];
}

function match(one: Formula, other: Formula, quirks: Quirks): FormulaMatch {
  const whole = (score: number): FormulaMatch =>
    score > 0
      ? { score, matched: [one], unmatchedPredicted: [], unmatchedGold: [] }
      : { score: 0, matched: [], unmatchedPredicted: [one], unmatchedGold: [other] };
  if (typeof one === 'string' || typeof other === 'string') return whole(one === other ? 1 : 0);
  if (one[0] !== other[0]) return whole(0);
  if (isJunction(one)) return matchArguments(one.slice(1), other.slice(1), quirks);
  const scoreOf = (at: number) => match(one[at]!, other[at]!, quirks).score;
  switch (one[0]) {
    case 'not':
      return whole(scoreOf(1));
    case 'when':
      return whole(scoreOf(1) === 1 && scoreOf(2) === 1 ? 1 : 0);
    default:
      return whole(JSON.stringify(one[1]) === JSON.stringify(other[1]) ? scoreOf(2) : 0);
  }
}

function matchArguments(predicted: readonly Formula[], gold: readonly Formula[], quirks: Quirks): FormulaMatch {
  const matches = predicted.map((one) => gold.map((other) => match(one, other, quirks)));
  const columns = pairUp(matches.map((row) => row.map(({ score }) => score >= 1)));
  const matchedColumns = columns.filter((column) => column >= 0);
  const fewest = Math.min(predicted.length, gold.length);
  return {
    score: fewest === 0 ? 0 : matchedColumns.length / fewest,
    matched: matches.flatMap((row) => row.flatMap(({ score, matched }) => (score >= 1 ? matched : []))),
    unmatchedPredicted: predicted.filter(
      (_, at) => columns[at]! < 0 || (quirks.column_mistaken && !matchedColumns.includes(at)),
    ),
    unmatchedGold: gold.filter((_, at) => !matchedColumns.includes(at)),
  };
}

/** A maximum matching: row → column, or -1. */
function pairUp(fits: readonly (readonly boolean[])[]): number[] {
  const rowOf = new Map<number, number>();
  const place = (row: number, tried: Set<number>): boolean => {
    for (const [column, isFit] of fits[row]!.entries()) {
      if (!isFit || tried.has(column)) continue;
      tried.add(column);
      const occupant = rowOf.get(column);
      if (occupant !== undefined && !place(occupant, tried)) continue;
      rowOf.set(column, row);
      return true;
    }
    return false;
  };
  for (const row of fits.keys()) place(row, new Set());
  const columns = fits.map(() => -1);
  for (const [column, row] of rowOf) columns[row] = column;
  return columns;
}
