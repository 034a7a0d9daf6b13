import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { FILES, MODULES } from '../source_tree.ts';

const README_BYTES_MAX = 10_000;
const TABLE_WIDTH = 120;
const READMES_MAX = 30;
const WORDS_MAX = 32_000;
const PAGES = FILES.filter((file) => file.endsWith('.md'));

function read(file: string): string {
  return readFileSync(join(PLACES.root, file), 'utf8');
}

function prose(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1$/gm, '');
}

function headings(page: string): string[] {
  return [...prose(read(page)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
}

function anchor(heading: string): string {
  const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_\- ]/gu, '');
  return kept.replaceAll(' ', '-');
}

function flawOf(page: string, target: string): string | null {
  const [path = '', place] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (file.startsWith('..') || !existsSync(join(PLACES.root, file))) return `${page}: there is no "${target}"`;
  if (place === undefined) return null;
  const known = file.endsWith('.md') ? headings(file).map(anchor) : [];
  return known.includes(place) ? null : `${page}: "${file}" has no place "#${place}"`;
}

function relativeLinks(page: string): string[] {
  const text = prose(read(page)).replaceAll(/`[^`\n]*`/g, '`');
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The README that a module means if it names no path. */
function nearestReadme(file: string): string {
  const folder = dirname(file);
  const readme = join(folder, 'README.md');
  return folder === '.' || PAGES.includes(readme) ? readme : nearestReadme(folder);
}

describe('pages', () => {
  it('have no dead links', () => {
    const links = PAGES.flatMap((page) => relativeLinks(page).map((target) => ({ page, target })));
    expect(links.length).toBeGreaterThan(100);
    expect(links.flatMap(({ page, target }) => flawOf(page, target) ?? [])).toEqual([]);
  });

  it.each([
    ['README.md', 'harness/README.md#no-such-place', 'README.md: "harness/README.md" has no place "#no-such-place"'],
    ['harness/README.md', '../../elsewhere.md', 'harness/README.md: there is no "../../elsewhere.md"'],
    ['harness/README.md', '../planners/README.md#decisions', null],
    ['planners/README.md', '#change-a-prompt', null],
  ])('%s may link to %s: %s', (page, target, flaw) => {
    expect(flawOf(page, target)).toBe(flaw);
  });

  it(`are at most ${READMES_MAX} READMEs, of at most ${WORDS_MAX} words together`, () => {
    const readmes = PAGES.filter((page) => /(^|\/)README\.md$/.test(page));
    expect(readmes.length).toBeLessThanOrEqual(READMES_MAX);
    const words = readmes.flatMap((page) => read(page).match(/\S+/g) ?? []);
    expect(words.length).toBeLessThanOrEqual(WORDS_MAX);
  });

  it('name each method as the tables do, and say once what the name means', () => {
    const others =
      /Inner ?Monologue(?! with a window \(InnerM-W)|InnerMonologue-W|(?:without|w\/o) (?:states|summary|objects)\b/;
    const own = ['CHANGELOG.md', 'planners/inner_monologue/README.md'];
    expect(PAGES.filter((page) => !own.includes(page) && others.test(prose(read(page))))).toEqual([]);
  });

  it('say in the code which section of which README is meant, and it is there', () => {
    const mentions = MODULES.filter((file) => file !== 'harness/testing/tidy/tidy_pages_test.ts').flatMap((file) => {
      const text = read(file).replaceAll(/\n \* /g, ' ');
      const found = text.matchAll(/((?:[\w.]+\/)*)README(?:\.md)?, "([^"\n]+)"/g);
      return Array.from(found, ([, folder = '', section = '']) => {
        return { file, page: folder === '' ? nearestReadme(file) : `${folder}README.md`, section };
      });
    });
    expect(mentions.length).toBeGreaterThan(10);
    const isThere = (page: string, section: string) => PAGES.includes(page) && headings(page).includes(section);
    expect(mentions.filter(({ page, section }) => !isThere(page, section))).toEqual([]);
  });
});

it(`tables of Markdown are at most ${TABLE_WIDTH} columns wide, outside of blocks of code`, () => {
  const tooWide = (text: string) =>
    prose(text)
      .split('\n')
      .filter((line) => /^\s*\|/.test(line) && [...line].length > TABLE_WIDTH);
  expect(PAGES.flatMap((page) => tooWide(read(page)).map((row) => `${page}: ${row}`))).toEqual([]);
  const row = `| ${'x'.repeat(TABLE_WIDTH)} |`;
  expect(tooWide(`| a |\n${row}\n\n\`\`\`text\n${row}\n\`\`\`\n`)).toEqual([row]);
});

describe('README.md', () => {
  it('names every command', () => {
    const module = /^harness\/cli\/(?:author|evaluate|plans|tapes)\/(\w+)(?<!_test)\.ts$/;
    const commands = FILES.flatMap((file) => module.exec(file)?.[1]?.replace('_', '-') ?? []);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter((command) => !new RegExp(`^\\| \`${command} `, 'm').test(read('README.md')))).toEqual([]);
  });

  it(`is a front page of at most ${README_BYTES_MAX} bytes`, () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(README_BYTES_MAX);
  });

  it('says in its first paragraph which model answered, and which ones the papers had', () => {
    const [, first = ''] = read('README.md').split('\n\n');
    const models = ['llm_state', 'olp'].map(
      (paper) => JSON.parse(read(`harness/tables/papers/${paper}/published.json`)).source.model,
    );
    const { provenance } = JSON.parse(read('cassettes/tapes/tabletop/claude/manifest.json'));
    for (const { model, provider } of provenance) models.push(model, provider);
    expect(models.filter((name: string) => !first.includes(name))).toEqual([]);
  });
});
