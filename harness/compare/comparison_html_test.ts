/**
 * The page of a comparison: well-formed, and nothing in it runs.
 *
 * @module
 */
import { XmlDocument } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { comparisonHtml } from './comparison_html.ts';
import { comparisonFixture, HOSTILE } from './testing/comparison_fixture.ts';

it('comparisonHtml() shows the gate, the table and every episode that turned, whatever stands in them', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const rows = comparison.rows.map((row) => ({ ...row, planner: HOSTILE }));
  const page = comparisonHtml({ ...comparison, rows }, verdict);
  // Read as XML, which a page is but for these three elements that need no end.
  const body = page.slice(page.indexOf('<body>'), page.indexOf('</html>')).replaceAll('\u0007', '');
  const document = XmlDocument.fromString(body);
  expect(document.find('//script')).toEqual([]);
  expect(document.find('//details').length).toBe(comparison.flips.length);
  expect(document.get('//p[@id="gate"]')?.content).toMatch(/^The gate fails: Success of p in s is worse/);
  expect(document.get('//tbody/tr/td[2]')?.content).toBe(`p → ${HOSTILE.replaceAll('\u0007', '')}`);
  expect(page).toContain("default-src 'none'");
});
