import { expect, test } from 'vitest';
import { baselineReport } from './overview_page.ts';

test('baselineReport() shows every figure of the files under its own title', () => {
  const svg =
    '<svg width="4" height="3">\n<title>Nobody&apos;s steps &lt; 3 &amp; &#39;more&#39;, &amp;lt;</title></svg>';
  const files = new Map([
    ['robot_steps.svg', svg],
    ['table_1.csv', 'a,b'],
  ]);
  const { overview, runs } = baselineReport({ replayed: [], files, shown: [] }, []);
  expect(overview.figures).toEqual([
    { title: "robot steps: Nobody's steps < 3 & 'more', &lt;", file: 'robot_steps.svg', svg },
  ]);
  expect(runs).toEqual([]);
});
