import { XmlDocument } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import { comparisonFixture, HOSTILE } from '../compare/testing/comparison_fixture.ts';
import { comparisonPage } from './comparison_page.ts';

it('comparisonPage() shows the gate, the table and every flipped episode, whatever they contain', async () => {
  const { comparison, verdict } = await comparisonFixture();
  const rows = comparison.rows.map((row) => ({ ...row, planner: HOSTILE }));
  const page = comparisonPage({ ...comparison, rows }, verdict);
  // Read as XML, which a page is but for these three elements that need no end.
  const body = page.slice(page.indexOf('<body'), page.indexOf('</html>')).replaceAll('\u0007', '');
  const document = XmlDocument.fromString(body);
  expect(document.find('//script')).toEqual([]);
  expect(document.find('//section/details').length).toBe(comparison.flips.length);
  expect(document.find('//section/h3').map((node) => node.content)).toEqual(['6 lost to step limit, p in s']);
  expect(document.get('//main/*[2]')?.content).toMatch(/^Worse: Success of p in s, 8\/8 100\.0 % → 2\/8 25\.0 %/);
  expect(document.get('//p[@id="gate"]')?.content).toMatch(/^The gate fails: Success of p in s is worse/);
  expect(document.get('//tbody/tr/td[2]')?.content).toBe(`p → ${HOSTILE.replaceAll('\u0007', '␇')}`);
  expect(page).toContain('default-src &#39;none&#39;');
});
