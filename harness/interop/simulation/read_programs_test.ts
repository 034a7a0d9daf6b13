import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CommandFailure } from '../../io/errors/failure.ts';
import { programNames, readProgramLine, readProgramOf } from './read_programs.ts';
import { SAMPLE_DATASET, SAMPLE_NAMES, sampleProgram } from './testing/sample_dataset.ts';

const source = { path: 'programs.jsonl', line: 7 };
const sample = sampleProgram('kitchen/file1_2');

function messageOf(line: object | string): string {
  try {
    readProgramLine(typeof line === 'string' ? line : JSON.stringify(line), source);
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error('expected a CommandFailure');
}

describe('readProgramLine()', () => {
  it('reads scripts and steps alike, and says where each step stands', () => {
    const { name, steps, graph, recorded } = readProgramLine(JSON.stringify(sample), source);
    expect([name, graph.value.nodes.length, recorded?.value.edges.length]).toEqual(['kitchen/file1_2', 7, 9]);
    expect(steps[1]).toEqual({
      text: '[GRAB] <milk> (1.3)',
      place: '"programs.jsonl", line 7, field script, line 6 of it, program "kitchen/file1_2"',
    });
    const { script: _, ...rest } = sample;
    const listed = readProgramLine(JSON.stringify({ ...rest, steps: steps.map(({ text }) => text) }), source);
    expect(listed.steps.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
    expect(listed.steps[1]?.place).toBe('"programs.jsonl", line 7, field steps[1], program "kitchen/file1_2"');
  });

  it('needs no final graph', () => {
    expect(readProgramLine(JSON.stringify({ ...sample, final_graph: null }), source).recorded).toBeNull();
    expect(readProgramLine(JSON.stringify({ ...sample, final_graph: undefined }), source).recorded).toBeNull();
  });

  it.each([
    ['no JSON', '{"name": "a"', /^Cannot read "programs.jsonl", line 7, column 13: expected JSON/],
    ['no name', { ...sample, name: undefined }, /line 7, column 1, field name: expected a string, found nothing$/],
    [
      'no graph',
      { ...sample, init_graph: undefined },
      /field init_graph: expected an object, .*, program "kitchen\/file1_2"$/,
    ],
    [
      'neither script nor steps',
      { ...sample, script: undefined },
      /expected either "script" or "steps", found .*, program "kit/,
    ],
    ['script and steps', { ...sample, steps: [] }, /expected either "script" or "steps"/],
    [
      'an edge to a missing node',
      { ...sample, init_graph: { ...sample.init_graph, edges: [{ from_id: 1, relation_type: 'ON', to_id: 70 }] } },
      /line 7, column \d+, field init_graph\.edges\[0\]\.to_id: expected the id of a node, found 70, program "kitchen/,
    ],
    [
      'an edge without a relation',
      { ...sample, final_graph: { ...sample.final_graph, edges: [{ from_id: 1, to_id: 2 }] } },
      /field final_graph\.edges\[0\]\.relation_type: expected a string, found nothing, program "kitchen/,
    ],
    [
      'no edges',
      { ...sample, init_graph: { nodes: sample.init_graph.nodes } },
      /field init_graph\.edges: expected an array of at most 2000000 edges, found nothing, p/,
    ],
  ])('refuses %s, with file, line and the name of the program', (_, line, message) => {
    expect(messageOf(line)).toMatch(message);
  });
});

describe('a dataset', () => {
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
        /file1_2\.json": there is no such file; expected the graphs of/,
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
});
