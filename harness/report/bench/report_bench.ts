import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { findChromium } from '../testing/chromium.ts';

/** Times that each page is opened; the median counts. */
const ROUNDS = 9;

/** A long episode with a picture for each step. */
const EPISODE = 'episodes/household.many/house_1/empty_kitchen_table/random/1.html';

/** Pages a second until all of a page is loaded; null where there is no Chromium. */
export async function benchReport() {
  const found = findChromium();
  if (found === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-bench-'));
  const at = (...names: string[]) => join(folder, ...names);
  try {
    await tapedeck('run', 'household', '--planner', 'random', '--trials', '14', '--out', at('many'));
    await tapedeck('report', at('many'), '-o', at('report'));
    writeFileSync(at('report/empty.html'), '<!doctype html><title>Empty</title><p>Nothing');
    const { executablePath, env } = found;
    const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const opened = (path: string) => medianLoad(page, pathToFileURL(at('report', path)).href);
    const [overview, episode, empty] = [await opened('index.html'), await opened(EPISODE), await opened('empty.html')];
    await browser.close();
    return { overviewsPerSecond: overview, episodesPerSecond: episode, emptyPerSecond: empty };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function medianLoad(page: Page, address: string): Promise<number> {
  const durationsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('about:blank');
    await page.goto(address);
    durationsMs.push(await page.evaluate(`performance.getEntriesByType('navigation')[0].loadEventEnd`));
  }
  return 1000 / durationsMs.sort((a, b) => a - b)[(ROUNDS - 1) / 2]!;
}
