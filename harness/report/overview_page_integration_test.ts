import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodeMetrics } from '../trace/metrics/testing/episode_metrics.ts';
import { type Overview, overviewPage } from './overview_page.ts';
import type { ListedEpisode } from './reported_episode.ts';
import { findChromium } from './testing/chromium.ts';

const found = findChromium();
const report = mkdtempSync(join(tmpdir(), 'tapedeck-overview-'));
let browser: Browser;

type MadeUp = Readonly<{ task: string; planner?: string; steps?: number; success?: boolean }>;

function listed({ task, planner = 'llm_state', steps = 7, success = true }: MadeUp): ListedEpisode {
  const change = { task, planner, steps, success, complete: true, goalConditionRecall: success ? 1 : 0 };
  return { path: `episodes/${task}/${planner}`, run: 'household/before', metrics: episodeMetrics(change) };
}

async function overviewOf(episodes: readonly MadeUp[], width = 1400, more: Partial<Overview> = {}): Promise<Page> {
  const empty = { about: [], sources: [], compared: null, tables: [], figures: [], firstDifferences: new Map() };
  const overview = { title: 'Made up', ...empty, ...more };
  writeFileSync(join(report, 'index.html'), overviewPage(overview, episodes.map(listed)));
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(pathToFileURL(join(report, 'index.html')).href);
  return page;
}

describe.skipIf(found === null)('the overview in Chromium (skipped where neither system nor npm has one)', () => {
  beforeAll(async () => {
    cpSync(join(import.meta.dirname, 'page'), report, { recursive: true });
    const { executablePath, env } = found!;
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(report, { recursive: true });
  });

  it('shows the first hundred of many episodes, and all on request', async () => {
    const page = await overviewOf(Array.from({ length: 120 }, (_, at) => ({ task: `task_${at + 1}` })));
    const rows = page.locator('table.episodes tbody tr:visible');
    expect(await rows.count()).toBe(100);
    expect(await page.locator('.count').textContent()).toBe('120 episodes (first 100 shown)');
    await page.locator('input[name=text]').fill('task_12');
    expect(await rows.allTextContents()).toEqual(['task_12', 'task_120'].map((task) => expect.stringContaining(task)));
    await page.locator('button[type=reset]').click();
    await page.locator('button.all').click();
    expect(await rows.count()).toBe(120);
  });

  it('sorts episodes by a heading in both directions, and keeps the order in the address', async () => {
    const page = await overviewOf([9, 100, 10].map((steps, at) => ({ task: `task_${at}`, steps, success: at !== 2 })));
    const column = async (number: number) => {
      const texts = await page.locator(`table.episodes tbody tr td:nth-child(${number})`).allTextContents();
      return texts.map((text) => text.trim());
    };
    const heading = (text: string) => page.locator('table.episodes thead th', { hasText: text });
    await heading('Steps').locator('button').click();
    expect((await column(6)).map(Number.parseFloat)).toEqual([9, 10, 100]);
    await heading('Steps').locator('button').click();
    expect(await heading('Steps').getAttribute('aria-sort')).toBe('descending');
    expect(await page.evaluate('location.hash')).toBe('#sort=-steps');
    await page.reload();
    expect((await column(6)).map(Number.parseFloat)).toEqual([100, 10, 9]);
    await heading('Success').locator('button').click();
    expect(await column(4)).toEqual(['✓ success', '✓ success', '✗ failure']);
    await page.keyboard.press('x');
    await expect.poll(() => page.evaluate('location.hash')).toBe('');
    expect((await column(6)).map(Number.parseFloat)).toEqual([9, 100, 10]);
    expect(await heading('Success').getAttribute('aria-sort')).toBeNull();
  });

  it('summarizes the episodes of each run and planner, and links to them', async () => {
    const page = await overviewOf([
      { task: 'a', steps: 4 },
      { task: 'b', steps: 9, success: false },
      { task: 'a', planner: 'oracle', steps: 3 },
    ]);
    const rows = page.locator('#runs tbody tr');
    const cells = async (at: number) => (await rows.nth(at).locator('td, th').allTextContents()).join(' | ').trim();
    expect(await cells(0)).toBe('household/before | llm_state | 2 | 50.0 % 1/2 | 4.0');
    expect(await cells(1)).toBe('household/before | oracle | 1 | 100.0 % 1/1 | 3.0');
    await page.locator('#runs thead button', { hasText: 'Success' }).click();
    await page.locator('#runs thead button', { hasText: 'Success' }).click();
    expect(await cells(0)).toContain('oracle');
    await rows.locator('a', { hasText: 'oracle' }).click();
    await expect.poll(() => page.locator('.count').textContent()).toBe('1 of 3 episodes');
  });

  it('is no wider than a phone with any long text', async () => {
    const long = 'household/house_1/toothbrush_and_facecream_in_cabinet/inner_monologue/1';
    const page = await overviewOf([{ task: 'a' }], 400, { sources: [long], about: [long] });
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  });

  it('shows run, success and steps on a phone, where nothing is cut off', async () => {
    const page = await overviewOf([{ task: 'switch_off_bedroom_light', planner: 'inner_monologue', steps: 100 }], 400);
    const shown = await page.locator('table.episodes thead th:visible').allTextContents();
    expect(shown).toEqual(['Task', 'Run', 'Planner', 'Success', 'Steps']);
    const height = `document.querySelector('table.episodes tbody th').getBoundingClientRect().height`;
    expect(await page.evaluate(height), 'a task that needs more than a line').toBeLessThan(30);
    for (const table of ['table.episodes', '#runs table']) {
      const widths = `[document.querySelector('${table}').scrollWidth, document.querySelector('${table}').parentElement.clientWidth]`;
      const [wide = 0, room = 0] = (await page.evaluate(widths)) as number[];
      expect(wide, table).toBeLessThanOrEqual(room);
    }
  });
});
