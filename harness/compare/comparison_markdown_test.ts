import { lexer, type Token, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import { comparisonMarkdown } from './comparison_markdown.ts';
import { shownComparison } from './shown_comparison.ts';
import { comparisonFixture, HOSTILE } from './testing/comparison_fixture.ts';

function allOf(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const cells = token.type === 'table' ? [...token['header'], ...token['rows'].flat()] : [];
    const items = token.type === 'list' ? token['items'] : [];
    const within = [...('tokens' in token ? (token.tokens ?? []) : []), ...items];
    return [token, ...allOf(within), ...cells.flatMap((cell: Tokens.TableCell) => allOf(cell.tokens))];
  });
}

it('comparisonMarkdown() is one table, its notes, and a folded block for each kind of failure', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const tokens = lexer(comparisonMarkdown(comparison, verdict));
  const tables = tokens.filter((token): token is Tokens.Table => token.type === 'table');
  expect(tables.length).toBe(1);
  const { header } = shownComparison(comparison).metrics.shown;
  expect(tables[0]?.header.map(({ text }) => text)).toEqual(header);
  expect(tables[0]?.rows.every((row) => row.length === header.length)).toBe(true);
  expect(tokens.filter(({ type }) => type === 'code').length).toBe(2); // one kind, and what is missing
  const [first] = tokens.filter(({ type }) => type === 'paragraph');
  expect(first?.raw).toMatch(/^\*\*`Worse: Success of p in s, 8\/8/);
  expect(tables[0]?.rows.every((row) => row[1]?.text === '`p`')).toBe(true);
});

it('comparisonMarkdown() lets nothing mark anything up', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const rows = comparison.rows.map((row) => ({ ...row, planner: HOSTILE, title: HOSTILE }));
  const tokens = allOf(lexer(comparisonMarkdown({ ...comparison, rows, warnings: [HOSTILE] }, verdict)));
  const own =
    /^(<!-- tapedeck compare -->|<details><summary><code>[^<>]*<\/code><\/summary>|<\/details>|<details><summary>How to read this<\/summary>)$/;
  expect(tokens.filter(({ type, raw }) => type === 'html' && !own.test(raw.trim()))).toEqual([]);
  expect(tokens.filter(({ type }) => type === 'link' || type === 'image')).toEqual([]);
  expect(tokens.filter(({ type, raw: text }) => type !== 'code' && type !== 'codespan' && text === '@all')).toEqual([]);
});

it('comparisonMarkdown() fits into a comment, and says what it leaves out', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const flips = Array.from({ length: 2_000 }, (_, at) => ({ ...comparison.flips[0]!, kind: `kind_${at}` }));
  const text = comparisonMarkdown({ ...comparison, flips }, verdict);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/… and \d+ more\./);
});
