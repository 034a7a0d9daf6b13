import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { storedValue } from './testing/stored_value.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-links-'));
afterAll(() => rmSync(folder, { recursive: true }));
const report = join(folder, 'report');

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  const words = ['--suite', 'robot', 'listings', '--report', '--out', join(folder, 'tables')];
  const { exitCode, said } = await tapedeck('tables', ...words);
  expect(exitCode, said).toBe(0);
  const html = readdirSync(report, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  pages = new Map(html.map((path) => [path, readFileSync(join(report, path), 'utf8')]));
});

it('tables --report has an overview, a page for two, and a page with its script for each episode', () => {
  const episodes = [...pages.keys()].filter((path) => path.startsWith('episodes/'));
  // Eight planners three times with the robot, and one listing.
  expect(episodes.filter((path) => path.startsWith('episodes/robot/'))).toHaveLength(24);
  expect(episodes).toHaveLength(25);
  for (const path of episodes) expect(existsSync(join(report, path.replace(/html$/, 'js'))), path).toBe(true);
  expect(pages.size).toBe(episodes.length + 2);
  const overview = pages.get('index.html') ?? '';
  for (const title of ['LLM-State, Table III:', 'What it cost:']) expect(overview).toContain(title);
  expect(overview.match(/<figure class="drawn">/g)?.length).toBe(6);
});

it('tables --report contains only links to its own pages and places', () => {
  const entries = readFileSync(join(report, 'episodes.js'), 'utf8');
  const known = new Set([...entries.matchAll(/"(episodes\/[^"]+)"/g)].map(([, path]) => path));
  const ids = new Map(
    [...pages].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const lost: string[] = [];
  let count = 0;
  for (const [page, text] of pages) {
    for (const [, quoted = ''] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const link = quoted.replaceAll('&amp;', '&');
      if (link.startsWith('data:')) continue;
      count += 1;
      const [path = '', hash = ''] = link.split('#');
      const target = path === '' ? page : relative(report, join(report, dirname(page), decodeURIComponent(path)));
      const params = new URLSearchParams(hash);
      const isThere = hash.includes('=')
        ? target === 'index.html' || [params.get('left'), params.get('right')].every((each) => known.has(each ?? ''))
        : hash === '' || ids.get(target)?.has(hash) === true;
      if (!existsSync(join(report, target)) || !isThere) lost.push(`${page}: ${link}`);
    }
  }
  expect(lost).toEqual([]);
  expect(count).toBeGreaterThan(1_700);
});

function storedIn<T>(path: string): T {
  return storedValue<T>(readFileSync(join(report, path), 'utf8'));
}

type Sheet = Readonly<{ scene: string; lines: readonly string[]; drawings: readonly (readonly number[])[] }>;

it('tables --report stores the common lines of a scene’s episodes once', () => {
  const shared = storedIn<readonly string[]>('scenes/robot/robot_home/1.js');
  expect(shared.length).toBeGreaterThan(100);
  for (const planner of ['oracle', 'llm_state']) {
    const path = `episodes/robot/robot_home/heat_food_and_bring_to_sofa/${planner}/1.js`;
    const { scene, lines, drawings } = storedIn<Sheet>(path);
    expect(scene).toBe('scenes/robot/robot_home/1');
    expect(lines.filter((line) => shared.includes(line))).toEqual([]);
    const first = drawings[0]?.map((number) => [...shared, ...lines][number]) ?? [];
    expect(first[0]).toMatch(/^<svg /);
    expect(first).not.toContain(undefined);
  }
});
