import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatManifest, parseManifest } from '../../cassettes/format/manifest.ts';
import { PLACES } from '../io/places.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { storedValue } from './testing/stored_value.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-links-'));
afterAll(() => rmSync(folder, { recursive: true }));
const report = join(folder, 'report');

/** A shipped suite with some of its scenes and tasks, and what is on the tapes of these. */
function partOf(suite: string, scenes: readonly string[], isTaken: (task: string) => boolean): string {
  const { plannerScenes: _, ...whole } = JSON.parse(readFileSync(join(PLACES.suites, `${suite}.json`), 'utf8'));
  const [from, to] = [PLACES.tapes, join(folder, 'tapes')].map((tapes) => join(tapes, suite, whole.model));
  const manifest = parseManifest(readFileSync(join(from!, 'manifest.json'), 'utf8'), from!);
  const tasks = Object.keys(manifest.tasks).filter(
    (task) => scenes.includes(task.split('/')[0] ?? '') && isTaken(task),
  );
  mkdirSync(to!, { recursive: true });
  for (const task of tasks) {
    for (const kind of ['replies.jsonl', 'requests.jsonl.gz']) {
      const file = `${task.replace('/', '.')}.${kind}`;
      cpSync(join(from!, file), join(to!, file));
    }
  }
  manifest.tasks = Object.fromEntries(tasks.map((task) => [task, manifest.tasks[task]!]));
  writeFileSync(join(to!, 'manifest.json'), formatManifest(manifest));
  const names = tasks.map((task) => task.split('/')[1]);
  const known = JSON.parse(readFileSync(join(PLACES.root, `envs/${suite}/tasks/${whole.tasks}.json`), 'utf8'));
  const own = known.tasks.filter(({ name }: { name: string }) => names.includes(name));
  writeFileSync(join(folder, `${suite}.tasks.json`), JSON.stringify({ tasks: own }));
  const path = join(folder, `${suite}.json`);
  writeFileSync(path, JSON.stringify({ ...whole, scenes, tasks: `./${suite}.tasks.json` }));
  return path;
}

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  const suites = [
    partOf('household', ['house_1'], (task) => task.endsWith('/heat_milk')),
    partOf('tabletop', ['tower_3_01', 'spelling_skill_01'], () => true),
  ];
  cpSync(join(PLACES.tapes, 'robot'), join(folder, 'tapes/robot'), { recursive: true });
  const words = ['--tapes', join(folder, 'tapes'), '--report', '--out', join(folder, 'tables')];
  const { exitCode, said } = await tapedeck('tables', '--suite', ...suites, 'robot', ...words);
  expect(exitCode, said).toBe(0);
  const files = readdirSync(report, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(report, join(parentPath, name)));
  const html = paths.filter((path) => path.endsWith('.html'));
  pages = new Map(html.map((path) => [path, readFileSync(join(report, path), 'utf8')]));
});

it('has an overview with tables and figures, a page for two, and a page with its script for each episode', () => {
  const episodes = [...pages.keys()].filter((path) => path.startsWith('episodes/'));
  const suites = Map.groupBy(episodes, (path) => path.split('/')[1]!);
  // Nine planners in the house, seven at the tower and five at the word, eight three times with the robot.
  expect([...suites].map(([suite, of]) => [suite, of.length]).sort()).toEqual([
    ['household', 9],
    ['robot', 24],
    ['tabletop', 12],
  ]);
  for (const path of episodes) expect(existsSync(join(report, path.replace(/html$/, 'js'))), path).toBe(true);
  expect(pages.size).toBe(episodes.length + 2);
  const overview = pages.get('index.html') ?? '';
  for (const title of ['LLM-State, Table I:', 'OLP, Table I:', 'What it cost:']) expect(overview).toContain(title);
  expect(overview.match(/<figure class="drawn">/g)?.length).toBeGreaterThan(12);
});

it('leads nowhere but to what is in it', () => {
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
  expect(count).toBeGreaterThan(2_000);
});

/** The value in a script that puts it under a name. */
function storedIn<T>(path: string): T {
  return storedValue<T>(readFileSync(join(report, path), 'utf8'));
}

type Sheet = {
  readonly scene: string;
  readonly lines: readonly string[];
  readonly drawings: readonly (readonly number[])[];
};

it('stores what episodes of a scene have in common once', () => {
  const shared = storedIn<readonly string[]>('scenes/household/house_1/1.js');
  expect(shared.length).toBeGreaterThan(100);
  for (const planner of ['oracle', 'llm_state']) {
    const { scene, lines, drawings } = storedIn<Sheet>(`episodes/household/house_1/heat_milk/${planner}/1.js`);
    expect(scene).toBe('scenes/household/house_1/1');
    expect(lines.filter((line) => shared.includes(line))).toEqual([]);
    const first = drawings[0]?.map((number) => [...shared, ...lines][number]) ?? [];
    expect(first[0]).toMatch(/^<svg /);
    expect(first).not.toContain(undefined);
  }
});
