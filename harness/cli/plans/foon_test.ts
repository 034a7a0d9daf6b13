import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SAMPLES, SAMPLES_MISSING } from '../../../planners/foon/testing/foon_samples.ts';
import { PORRIDGE, TEA, UNTIDY_TEA } from '../../../planners/foon/testing/sample_foons.ts';
import { documentOf, refusal, tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { at, file, read } = scratchFolder();
const tea = file('tea.txt', TEA);
const untidy = file('untidy.txt', UNTIDY_TEA);
const porridge = file('porridge.txt', PORRIDGE);

describe('tapedeck foon convert', () => {
  it.each([
    ['tea', tea, TEA],
    ['untidy', untidy, UNTIDY_TEA],
    ['porridge', porridge, PORRIDGE],
  ])('carries %s to JSON and back, byte for byte', async (name, path, text) => {
    const there = await tapedeck('foon', 'convert', path, '-o', at(`${name}.json`));
    expect(there).toMatchObject({ exitCode: 0, out: '' });
    expect(there.said).toMatch(/^\d functional units written as JSON: /);
    expect(JSON.parse(read(`${name}.json`)).functional_units.length).toBeGreaterThan(1);
    await tapedeck('foon', 'convert', at(`${name}.json`), '-o', at(`${name}_back.txt`));
    expect(read(`${name}_back.txt`)).toBe(text);
  });

  it('writes to standard output, and with --json one document', async () => {
    expect(await tapedeck('foon', 'convert', porridge, '--to', 'text')).toMatchObject({ exitCode: 0, out: PORRIDGE });
    expect(await documentOf('foon', 'convert', tea, '--to', 'text')).toEqual({ form: 'text', units: 2, text: TEA });
    const written = await documentOf('foon', 'convert', tea, '-o', at('tea.json'));
    expect(written).toEqual({ form: 'json', units: 2, out: at('tea.json') });
  });

  it('leaves out what means nothing, where it is asked to', async () => {
    const { out } = await tapedeck('foon', 'convert', untidy, '--to', 'text', '--canonical');
    expect(out).toContain('O0\tkettle\t1\nS0\tcontains\t{hot water}\n');
    expect(out).not.toContain('before the first unit');
    expect((await tapedeck('foon', 'convert', tea, '--to', 'text', '--canonical')).out).toBe(out);
  });

  it.each([
    ['no_tab.txt', 'O1\tcup\t0\nM1 wash\n', 'no_tab.txt", line 2: expected a TAB after "M" and a number'],
    ['cut.txt', 'O1\tcup\t0\n', 'cut.txt", line 1: expected "//" at the end of the functional unit'],
    ['half.json', '{"functional_units": [\n', 'half.json", line 2, column 1: expected JSON'],
    ['wrong.json', '{\n"functional_units": 7}', 'line 2, column 21, field functional_units: expected an array'],
  ])('says where %s is wrong, and exits with 2', async (name, text, words) => {
    const said = await refusal('foon', 'convert', file(name, text), '-o', at('never.txt'));
    expect(said).toContain(words);
    expect(existsSync(at('never.txt'))).toBe(false);
    const { out: json } = await tapedeck('foon', 'convert', at(name), '--json');
    expect(JSON.parse(json)).toEqual({ error: said, exitCode: 2 });
  });

  it.skipIf(SAMPLES.length === 0)(`carries the published networks (${SAMPLES.length || SAMPLES_MISSING})`, async () => {
    for (const { text } of SAMPLES) {
      await tapedeck('foon', 'convert', file('sample.txt', text), '-o', at('sample.json'));
      await tapedeck('foon', 'convert', at('sample.json'), '-o', at('sample_back.txt'));
      expect(read('sample_back.txt')).toBe(text);
    }
  });
});

describe('tapedeck foon draw', () => {
  it('draws text and JSON alike, with the title that is given', async () => {
    await tapedeck('foon', 'convert', porridge, '-o', at('porridge.json'));
    const { out } = await tapedeck('foon', 'draw', porridge, '--title', 'How to cook <porridge>');
    expect(out).toContain('How to cook &lt;porridge&gt;</title>');
    await tapedeck('foon', 'draw', at('porridge.json'), '--title', 'How to cook <porridge>', '-o', at('porridge.svg'));
    expect(read('porridge.svg')).toBe(out);
  });

  it('takes more for the same at a lower level, and refuses what is too large', async () => {
    const cup = (inside: string) => `O1\tcup\t0\nS1\thas\t{${inside}}\n`;
    const empty = 'O1\tcup\t0\n';
    const fill = `${empty}M1\tfill\t<Assumed>\n${cup('tea')}//\n`;
    const cups = file('cups.txt', `${fill}${cup('milk')}M2\tdrink\t<Assumed>\n${empty}//\n`);
    const nodes = async (level: string) => {
      const { out } = await tapedeck('foon', 'draw', cups, '--level', level);
      return out.split('<g><title>').length - 1;
    };
    expect([await nodes('3'), await nodes('2'), await nodes('1')]).toEqual([6, 5, 5]);
    expect(await tapedeck('foon', 'draw', tea, '--level', '4')).toMatchObject({ exitCode: 2 });
    const many = file('many.txt', PORRIDGE.repeat(200));
    expect(await refusal('foon', 'draw', many)).toBe('Cannot draw 600 functional units: the maximum is 500');
  });
});

describe('tapedeck foon merge', () => {
  it('keeps a unit once, in the form of the first file', async () => {
    const { out, said } = await tapedeck('foon', 'merge', porridge, tea, untidy);
    expect(said).toBe('5 functional units merged from 7 in 3 files');
    expect(out).toContain('# Source:\thttps://example.org/tea\n');
    expect(out.split('\n//\n')).toHaveLength(6);
    const document = await documentOf('foon', 'merge', tea, tea, '--to', 'json');
    expect(document).toMatchObject({ form: 'json', units: 2, unitsRead: 4 });
  });

  it('keeps more apart at a higher level', async () => {
    const water = file('water.txt', TEA.replaceAll('{tea bag}', '{herbs}').replaceAll('hot water,tea bag', 'herb tea'));
    const units = async (level: string) => (await documentOf('foon', 'merge', tea, water, '--level', level)).units;
    expect([await units('1'), await units('2'), await units('3')]).toEqual([2, 2, 4]);
  });

  it('says which of the files is wrong', async () => {
    const said = await refusal('foon', 'merge', tea, file('bad.txt', 'tea\n'));
    expect(said).toContain('bad.txt", line 1: expected a line that begins with');
    expect(await tapedeck('foon', 'merge')).toMatchObject({ exitCode: 2 });
    expect(await refusal('foon')).toContain('Name a subcommand');
  });
});
