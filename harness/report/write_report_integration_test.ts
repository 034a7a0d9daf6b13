import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import { comparisonFixture } from '../compare/testing/comparison_fixture.ts';
import { isLong } from '../testing/run_count.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { comparisonPage } from './comparison_page.ts';
import { address } from './html.ts';
import { findChromium } from './testing/chromium.ts';
import { HOSTILE, hostileRun } from './testing/hostile_run.ts';

const found = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'tapedeck-pages-'));
const report = join(folder, 'report');
const WIDTHS = [380, 400, 1400];
const LLM_STATE = 'episodes/household.house/house_2/heat_milk/llm_state/1';
const OLP = 'episodes/tabletop.table/spelling_skill_01/spelling_skill/olp/1';
const DELTA = 'episodes/tabletop.table/spelling_skill_01/spelling_skill/delta/1';
const HOSTILE_FOLDER = pathSegment(`hostile+${HOSTILE[0]}=${HOSTILE[1]}`);
const HOSTILE_EPISODE = `episodes/hostile.hostile_run/house_2/switch_off_bedroom_light/${HOSTILE_FOLDER}/1`;
const PAIR = `pair.html#left=${encodeURIComponent(OLP)}&right=${encodeURIComponent(DELTA)}`;

let browser: Browser;
const complaints: string[] = [];

async function opened(path: string, { width = 1400, dark = false } = {}): Promise<Page> {
  const colorScheme = dark ? 'dark' : 'light';
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
  const inside = pathToFileURL(`${report}/`).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(inside) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(`${inside}${path}`);
  return page;
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens folded parts, also those that opening adds, and draws every drawing. */
async function unfold(page: Page): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
  }
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run(document, { preload: false })')) as axe.AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

describe.skipIf(found === null)('the report in Chromium (skipped where neither system nor npm has one)', () => {
  beforeAll(async () => {
    const at = (name: string) => join(folder, name);
    const house = 'run household --scene house_2 --task heat_milk --planner llm_state oracle';
    const table = 'run tabletop --scene spelling_skill_01 --planner olp delta';
    await tapedeck(...house.split(' '), '--out', at('house'));
    await tapedeck(...table.split(' '), '--out', at('table'));
    const hostile = await hostileRun(folder);
    const { exitCode, said } = await tapedeck('report', at('house'), at('table'), hostile, '-o', report);
    expect(exitCode, said).toBe(0);
    const { comparison, verdict } = await comparisonFixture();
    writeFileSync(join(report, 'comparison.html'), comparisonPage(comparison, verdict));
    const { executablePath, env } = found!;
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  it('filters episodes by the address, and keeps the choice in the address', async () => {
    const page = await opened('index.html#planner=delta&outcome=failure');
    await expect.poll(() => page.locator('.count').textContent()).toBe('1 of 6 episodes');
    await page.locator('select[name=planner]').selectOption('olp');
    await page.locator('select[name=outcome]').selectOption('');
    expect(await page.evaluate('location.hash')).toBe('#planner=olp');
    await page.locator('input[name=text]').fill('skill');
    expect(await page.locator('table.episodes tbody tr:visible').count()).toBe(1);
    await page.reload();
    expect(await page.locator('input[name=text]').inputValue()).toBe('skill');
    await page.keyboard.press('x');
    await expect.poll(() => page.locator('.count').textContent()).toBe('6 episodes');
    await page.locator('#tables a', { hasText: 'delta' }).first().click();
    await expect.poll(() => page.locator('.count').textContent()).toBe('1 of 6 episodes');
  });

  it('shows the goal in words, and as a formula', async () => {
    const page = await opened(`${LLM_STATE}.html`);
    expect(await page.locator('.asked p').textContent()).toBe('Goal: some milk is heated');
    await page.locator('.asked summary').click();
    const formula = JSON.parse((await page.locator('.asked pre').textContent()) ?? '');
    expect(formula).toMatchObject([{ that: { exists: '?milk' } }]);
  });

  it('leads by keys from the overview to an episode, its steps and its neighbours', async () => {
    const page = await opened('index.html');
    await press(page, 'j', 'Enter');
    await page.waitForURL(/llm_state\/1\.html$/);
    for (const id of ['start', 'step-1', 'step-2']) {
      await press(page, 'j');
      expect(await page.evaluate('location.hash')).toBe(`#${id}`);
    }
    await press(page, 'k', 'o');
    await expect.poll(() => page.locator('#step-1 .lines pre').count()).toBe(3);
    await press(page, '?');
    expect(await page.locator('dialog#keys').isVisible()).toBe(true);
    await press(page, 'Escape', 'n');
    await page.waitForURL(/oracle\/1\.html$/);
    await press(page, 'p');
    await page.waitForURL(/llm_state\/1\.html$/);
    await press(page, 'u');
    await page.waitForURL(/index\.html$/);
  });

  it('shows prompt, reply, belief, action and world of a step', async () => {
    const page = await opened(`${LLM_STATE}.html#call-3`);
    await expect.poll(() => page.locator('#call-3 .lines').textContent()).toContain('Heat milk with microwave.');
    expect(await page.locator('#call-3 .reply').textContent()).toContain('move(kitchen1)');
    expect(await page.locator('#step-1 .belief').textContent()).toContain('location_unknown');
    expect(await page.locator('#step-11 .goal').textContent()).toContain('✓ met (changed) some milk is heated');
    await page.locator('#step-1 figure').scrollIntoViewIfNeeded();
    const width = `document.querySelector('#step-1 figure img')?.naturalWidth ?? 0`;
    await expect.poll(() => page.evaluate(width)).toBeGreaterThan(100);
    await page.locator('#step-1 .enlarge').click();
    expect(await page.locator('dialog.large img').isVisible()).toBe(true);
  });

  it('shows a drawing no smaller than it is made, on a phone in a figure that scrolls, and on paper as wide as that is', async () => {
    const page = await opened(`${LLM_STATE}.html`, { width: 380 });
    await page.locator('#step-1 figure').scrollIntoViewIfNeeded();
    const image = `document.querySelector('#step-1 figure img')`;
    await expect.poll(() => page.evaluate(`${image}?.naturalWidth ?? 0`)).toBe(720);
    expect(await page.evaluate(`${image}.clientWidth`)).toBe(720);
    expect(await page.evaluate(`${image}.closest('figure').scrollWidth`)).toBe(720);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(`${image}.clientWidth`)).toBeLessThanOrEqual(380);
  });

  it('shows drawings light on dark where the page is dark, and as they are on paper', async () => {
    const page = await opened(`${LLM_STATE}.html`, { dark: true });
    await expect.poll(() => page.locator('#start img').count()).toBe(1);
    const filter = () => page.evaluate(`getComputedStyle(document.querySelector('#start img')).filter`);
    expect(await filter()).toBe('invert(0.91) hue-rotate(180deg)');
    await page.emulateMedia({ media: 'print' });
    expect(await filter()).toBe('none');
  });

  it('names the precondition of a refusal', async () => {
    const page = await opened(`${DELTA}.html`);
    const refused = page.locator('section.refused');
    expect(await refused.count()).toBe(1);
    expect(await refused.locator('.why').textContent()).toContain('bounded');
    expect(await page.locator('.strip .bad').textContent()).toContain('✗');
  });

  it('shows two episodes side by side, and where they diverge', async () => {
    const page = await opened(`${OLP}.html`);
    await page.locator('.rivals summary').click();
    await page.locator('.rivals a', { hasText: 'delta' }).click();
    await expect
      .poll(() => page.locator('.verdict').textContent())
      .toBe('The episodes diverge at action 1: the prompts differ.');
    const heads = ['olp', 'delta'].map((planner) => `spelling_skill in spelling_skill_01, ${planner}`);
    expect(await page.locator('.heads a').allTextContents()).toEqual(heads);
    await page.keyboard.press('d');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('first difference');
    await unfold(page);
    await expect.poll(() => page.locator('.row img').count()).toBeGreaterThan(10);
    expect(await page.evaluate('location.hash')).toContain('left=');
  });

  it('loads only episodes of the report, whatever the address names', async () => {
    for (const left of ['https://outside.example/x', '../../../etc/hosts', '__proto__']) {
      const page = await opened(`pair.html#left=${encodeURIComponent(left)}&right=${encodeURIComponent(left)}`);
      await expect.poll(() => page.locator('.heads a').count()).toBe(2);
      expect(await page.locator('select[name=left]').inputValue()).toBe(LLM_STATE);
    }
  });

  it.each([`${address(HOSTILE_EPISODE)}.html`, 'index.html', `pair.html#left=${encodeURIComponent(HOSTILE_EPISODE)}`])(
    'runs no script of a model, a planner or a task: %s',
    async (path) => {
      const page = await opened(path);
      await page.waitForTimeout(0);
      await unfold(page);
      await page.keyboard.press('Tab');
      await page.mouse.move(300, 300);
      expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
      const made = 'script, iframe, base, link, [onload], [onerror], [onfocus]';
      expect(await page.locator('#main').locator(made).count()).toBe(0);
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
      expect(await page.locator('#keys').count()).toBe(1);
      if (!path.startsWith('index')) expect(await page.locator('#main').textContent()).toContain(HOSTILE[0]);
    },
  );

  it('runs no script in a page either', async () => {
    const page = await opened('index.html');
    await page.evaluate(`
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="globalThis.hacked = 1">');
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.hacked = 1' }));
    `);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    expect(complaints.splice(0).join('\n')).toContain('Content Security Policy');
  });

  it('prints every drawing, and no links', async () => {
    const page = await opened(`${LLM_STATE}.html`);
    await page.pdf();
    expect(await page.locator('figure img').count()).toBe(12);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header, .strip, .rivals').filter({ visible: true }).count()).toBe(0);
  });

  const EPISODES = [LLM_STATE, OLP, address(HOSTILE_EPISODE)].map((path) => `${path}.html`);
  it.each(['comparison.html', 'index.html', ...EPISODES, PAIR])(
    '%s fits in narrow and wide windows, and axe finds no fault in light or dark',
    async (path) => {
      const page = await opened(path);
      await unfold(page);
      await page.evaluate(axe.source);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        // Widths do not change colors; all are tried at night.
        for (const colorScheme of isLong || width === 1400 ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme });
          expect(await faultsOf(page), `${width} pixels wide, ${colorScheme}`).toEqual([]);
        }
      }
    },
  );
});
