import { describe, expect, it } from 'vitest';
import { CommandFailure } from '../../io/errors/failure.ts';
import { readProgramLine } from './read_program_line.ts';
import { sampleProgram } from './testing/sample_dataset.ts';

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
