import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { programNames, readProgramLine, readProgramOf } from './read_programs.ts';
import { SAMPLE_DATASET, SAMPLE_NAMES, sampleProgram } from './testing/sample_dataset.ts';

const source = { path: 'programs.jsonl', line: 7 };
const sample = sampleProgram('kitchen/file1_2');
const read = (line: object) => readProgramLine(JSON.stringify(line), source);

describe('readProgramLine()', () => {
  it('reads scripts and steps, and locates each step', () => {
    const { name, steps, graph, recorded } = read(sample);
    expect([name, graph.value.nodes.length, recorded?.value.edges.length]).toEqual(['kitchen/file1_2', 7, 9]);
    const place = '"programs.jsonl", line 7, field script (line 6), program "kitchen/file1_2"';
    expect(steps[1]).toEqual({ text: '[GRAB] <milk> (1.3)', place });
    const { script: _, ...rest } = sample;
    const listed = read({ ...rest, steps: steps.map(({ text }) => text) });
    expect(listed.steps.map(({ text }) => text)).toEqual(steps.map(({ text }) => text));
    expect(listed.steps[1]?.place).toBe('"programs.jsonl", line 7, field steps[1], program "kitchen/file1_2"');
  });

  it.each([null, undefined])('does not need a final graph: %s', (final_graph) => {
    expect(read({ ...sample, final_graph }).recorded).toBeNull();
  });

  it('refuses text that is not JSON', () => {
    const message = 'Cannot read "programs.jsonl", line 7, column 13: expected JSON';
    expect(() => readProgramLine('{"name": "a"', source)).toThrow(message);
  });

  const { init_graph, final_graph } = sample;
  const { nodes } = init_graph;
  const unrelated = { ...final_graph, edges: [{ from_id: 1, to_id: 2 }] };
  const strayEdge = { ...init_graph, edges: [{ from_id: 1, relation_type: 'ON', to_id: 70 }] };
  it.each([
    ['no name', { name: undefined }, /line 7, column 1, field name: expected a string, found nothing$/],
    ['no graph', { init_graph: undefined }, /field init_graph: expected an object, .*, program "kitchen\/file1_2"$/],
    ['neither script nor steps', { script: undefined }, /expected either "script" or "steps", found .*, program "kit/],
    ['script and steps', { steps: [] }, /expected either "script" or "steps"/],
    [
      'a stray edge',
      { init_graph: strayEdge },
      /line 7, column \d+, field init_graph\.edges\[0\]\.to_id: expected the id of a node, found 70, program "kitchen/,
    ],
    [
      'an edge without a relation',
      { final_graph: unrelated },
      /field final_graph\.edges\[0\]\.relation_type: expected a string, found nothing, program "kitchen/,
    ],
    [
      'no edges',
      { init_graph: { nodes } },
      /field init_graph\.edges: expected an array of at most 2000000 edges, found nothing, p/,
    ],
  ])('refuses %s, with file, line and the name of the program', (_, change, message) => {
    expect(() => read({ ...sample, ...change })).toThrow(message);
  });
});

describe('a dataset', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder(onTestFinished);
    cpSync(SAMPLE_DATASET, folder, { recursive: true });
  });

  describe('programNames()', () => {
    it('finds programs in the order of their names, and ignores graphs without a program', () => {
      writeFileSync(join(folder, 'init_and_final_graphs', 'more.json'), '{}');
      writeFileSync(join(folder, 'executable_programs', 'notes.md'), '');
      expect(programNames(folder)).toEqual(SAMPLE_NAMES);
    });

    const graphs = 'init_and_final_graphs';
    it.each([
      [
        'lost graphs',
        `${graphs}/kitchen/file1_2.json`,
        'file1_2.json": there is no such file; it must contain the graphs of',
      ],
      ['no graphs', graphs, 'init_and_final_graphs": there is no such folder; a dataset contains'],
      ['no programs', 'executable_programs/kitchen', '"executable_programs" contains no .txt file'],
    ])('refuses %s', (_, path, message) => {
      rmSync(join(folder, path), { recursive: true });
      expect(() => programNames(folder)).toThrow(message);
    });
  });

  describe('readProgramOf()', () => {
    it('returns the contents of both files with their places', () => {
      const { name, steps, graph, recorded } = readProgramOf(folder, 'kitchen/file1_1');
      const { init_graph, final_graph } = sampleProgram('kitchen/file1_1');
      expect([name, steps.length]).toEqual(['kitchen/file1_1', 9]);
      expect(steps[0]?.place).toBe(`"${join(folder, 'executable_programs/kitchen/file1_1.txt')}", line 5`);
      expect([graph.value, recorded?.value]).toEqual([init_graph, final_graph]);
    });

    it('refuses a graph that cannot be used, with its file, line and place', () => {
      const path = join(folder, 'init_and_final_graphs/kitchen/file1_1.json');
      const changed = sampleProgram('kitchen/file1_1');
      changed.final_graph.edges[2].to_id = 70;
      writeFileSync(path, JSON.stringify(changed, null, 1));
      expect(() => readProgramOf(folder, 'kitchen/file1_1')).toThrow(
        /file1_1\.json", line \d+, column \d+, field final_graph\.edges\[2\]\.to_id: expected the id of a node, found 70$/,
      );
    });
  });
});
