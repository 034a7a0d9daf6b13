import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { programNames, readProgramOf } from './read_program_folder.ts';
import { SAMPLE_DATASET, SAMPLE_NAMES, sampleProgram } from './testing/sample_dataset.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapedeck-dataset-'));
  cpSync(SAMPLE_DATASET, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

describe('programNames()', () => {
  it('finds the programs below, in the order of their names; graphs without a program are left', () => {
    writeFileSync(join(folder, 'init_and_final_graphs', 'more.json'), '{}');
    writeFileSync(join(folder, 'executable_programs', 'notes.md'), '');
    expect(programNames(folder)).toEqual(SAMPLE_NAMES);
  });

  it.each<readonly [string, string, RegExp]>([
    [
      'a program without graphs',
      'init_and_final_graphs/kitchen/file1_2.json',
      /file1_2\.json": there is no such file; it is/,
    ],
    ['no graphs', 'init_and_final_graphs', /init_and_final_graphs": there is no such folder; a dataset has/],
    ['no programs', 'executable_programs/kitchen', /there is no program in "executable_programs"/],
  ])('refuses %s', (_, path, message) => {
    rmSync(join(folder, path), { recursive: true });
    expect(() => programNames(folder)).toThrow(message);
  });
});

describe('readProgramOf()', () => {
  it('gives what stands in both files, and where', () => {
    const { name, steps, graph, recorded } = readProgramOf(folder, 'kitchen/file1_1');
    const { init_graph, final_graph } = sampleProgram('kitchen/file1_1');
    expect([name, steps.length]).toEqual(['kitchen/file1_1', 9]);
    expect(steps[0]?.place).toBe(`"${join(folder, 'executable_programs/kitchen/file1_1.txt')}", line 5`);
    expect([graph.value, recorded?.value]).toEqual([init_graph, final_graph]);
  });

  it('refuses a graph that cannot be used, with its file, line and place', () => {
    const path = join(folder, 'init_and_final_graphs/kitchen/file1_1.json');
    const sample = sampleProgram('kitchen/file1_1');
    sample.final_graph.edges[2].to_id = 70;
    writeFileSync(path, JSON.stringify(sample, null, 1));
    expect(() => readProgramOf(folder, 'kitchen/file1_1')).toThrow(
      /file1_1\.json", line \d+, column \d+, field final_graph\.edges\[2\]\.to_id: expected the id of a node, found 70$/,
    );
  });
});
