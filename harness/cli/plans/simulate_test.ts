import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SAMPLE_DATASET, SAMPLE_NAMES, sampleProgram } from '../../interop/simulation/testing/sample_dataset.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, file } = scratchFolder();

const GRAPH = {
  nodes: [
    { id: 11, class_name: 'kitchen', category: 'Rooms', properties: [], states: [] },
    {
      id: 305,
      class_name: 'fridge',
      category: 'Appliances',
      properties: ['CAN_OPEN', 'CONTAINERS'],
      states: ['CLOSED'],
    },
    { id: 5, class_name: 'milk', category: 'Food', properties: ['GRABBABLE'], states: [] },
    { id: 7, class_name: 'toaster', category: 'Appliances', properties: [], states: [] },
    { id: 65, class_name: 'character', category: 'Characters', properties: [], states: [] },
  ],
  edges: [
    ...[305, 5, 7, 65].map((from_id) => ({ from_id, relation_type: 'INSIDE', to_id: 11 })),
    { from_id: 5, relation_type: 'INSIDE', to_id: 305 },
  ],
};
const scene = file('scene.json', JSON.stringify(GRAPH));

const WALK = ['[WALK] <milk> (5)', '[GRAB] <milk> (5)', '[OPEN] <fridge> (305)', '[GRAB] <milk> (5)'];
const walksOf = (...walks: string[][]) => walks.map((steps) => `${JSON.stringify({ steps })}\n`).join('');

async function simulate(...argv: string[]) {
  const { exitCode, out, said } = await tapedeck('simulate', ...argv);
  return { exitCode, out: out === '' ? [] : out.split('\n'), said };
}

describe('tapedeck simulate', () => {
  const walks = file('walks.jsonl', walksOf(WALK, WALK.slice(0, 1), []));

  it('gives a line for every walk, each from the scene, by the rules of VirtualHome', async () => {
    const { exitCode, out, said } = await simulate(scene, '--rules', 'virtualhome', '--walks', walks);
    expect(exitCode).toBe(0);
    const at = { ok: true, message: null, rh: null, lh: null, room: 11 };
    const hidden = '<milk> (5) is inside other closed thing when executing "[GRAB] <milk> (5) [1]"';
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { steps: [at, { ...at, ok: false, message: hidden }, at, { ...at, rh: 5 }] },
      { steps: [at] },
      { steps: [] },
    ]);
    expect(out[1]).toBe('{"steps":[{"ok":true,"message":null,"rh":null,"lh":null,"room":11}]}');
    expect(said).toBe('3 walks, 5 steps, 4 of them successful');
  });

  it('reads gzip, and prints the same', async () => {
    const plain = await simulate(scene, '--rules', 'virtualhome', '--walks', walks, '--json');
    const packed = await simulate(
      file('scene.json.gz', gzipSync(JSON.stringify(GRAPH))),
      ...['--rules', 'virtualhome', '--walks', file('walks.jsonl.gz', gzipSync(walksOf(WALK, WALK.slice(0, 1), [])))],
    );
    expect(packed).toEqual(plain);
  });

  it('knows the rules of the paper', async () => {
    const { out } = await simulate(scene, '--rules', 'paper', '--walks', walks);
    expect(JSON.parse(out[0]!).steps.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, true, true]);
  });

  it('takes the properties of v2.3, where told so', async () => {
    const toast = file('toast.jsonl', walksOf(['[WALK] <toaster> (7)', '[SWITCHON] <toaster> (7)']));
    const both = ['stored', 'v2.3'].map(async (properties) => {
      const { out } = await simulate(scene, '--rules', 'virtualhome', '--walks', toast, '--properties', properties);
      return JSON.parse(out[0]!).steps[1].ok;
    });
    expect(await Promise.all(both)).toEqual([false, true]);
  });

  it.each([
    [
      'an unknown id',
      ['[WALK] <milk> (6)'],
      'line 2, column 11, field steps[0]: Cannot read script line "[WALK] <milk> (6)"',
    ],
    [
      'a class that is not that of the id',
      ['[WALK] <mug> (5)'],
      'the node with the id 5 is of class "milk", not "mug"',
    ],
    ['a malformed line', ['[WALK] milk'], 'column 8: expected "<", found "milk"'],
    ['an unknown action', ['[FLY] <milk> (5)'], 'no action is called "FLY"; known: WALK, RUN, FIND'],
  ])('stops at %s with file, line and place, and nothing after it', async (_, steps, message) => {
    const path = file('bad.jsonl', walksOf(WALK, steps, WALK));
    const { exitCode, out, said } = await simulate(scene, '--rules', 'virtualhome', '--walks', path);
    expect([exitCode, out.length]).toEqual([2, 1]);
    expect(said).toContain(`Cannot read "${path}", line 2, column 11, field steps[0]: `);
    expect(said).toContain(message);
  });

  it.each([
    ['an edge to a missing node', { edges: [{ from_id: 5, relation_type: 'ON', to_id: 6 }] }, 'field edges[0].to_id'],
    ['an unknown relation', { edges: [{ from_id: 5, relation_type: 'AT', to_id: 7 }] }, 'field edges[0].relation_type'],
    ['no character', { nodes: GRAPH.nodes.slice(0, 4), edges: [] }, 'expected a node of class "character"'],
  ])('refuses a scene with %s', async (_, change, message) => {
    const path = file('bad.json', JSON.stringify({ ...GRAPH, ...change }));
    const { exitCode, out, said } = await simulate(path, '--rules', 'virtualhome', '--walks', walks);
    expect([exitCode, out]).toEqual([2, []]);
    expect(said).toMatch(/^Cannot read ".*bad\.json", line 1, column \d+/);
    expect(said).toContain(message);
  });

  it('refuses a scene of 100 MB, plain and packed, without trying', async () => {
    const huge = Buffer.alloc(100_000_000, ' ');
    for (const path of [file('huge.json', huge), file('huge.json.gz', gzipSync(huge, { level: 1 }))]) {
      const { exitCode, said } = await simulate(path, '--rules', 'virtualhome', '--walks', walks);
      expect(exitCode).toBe(2);
      expect(said).toBe(
        `Cannot read "${path}", line 1, column 1: expected at most 33554432 characters, found 100000000`,
      );
    }
  });

  it('goes by another edition of the rules, where told so', async () => {
    const find = file('find.jsonl', walksOf(['[FIND] <milk> (5)', '[GRAB] <milk> (5)']));
    const ran = async (...argv: string[]) => {
      const { out } = await simulate(scene, '--rules', 'virtualhome', '--walks', find, ...argv);
      return JSON.parse(out[0]!).steps.map(({ message }: { message: string | null }) => message?.split(' when ')[0]);
    };
    expect(await ran()).toEqual([expect.stringContaining('TypeError'), expect.stringContaining('not close')]);
    const hidden = [undefined, '<milk> (5) is inside other closed thing'];
    expect(await ran('--edition', 'released-programs')).toEqual(hidden);
    expect(await ran('--without', 'find_raises')).toEqual(hidden);
    expect(await ran('--edition', 'eai', '--with', 'find_raises')).toEqual(await ran());
  });

  it.each([
    [['--rules', 'virtualhome'], 'walks'],
    [['--walks', walks], 'rules'],
    [['--rules', 'virtualhome', '--walks', walks, '--edition', 'v1'], 'Choices: "v2.3", "released-programs", "eai"'],
    [['--rules', 'virtualhome', '--walks', walks, '--without', 'finding'], 'Choices: "find_raises"'],
    [['--rules', 'paper', '--walks', walks, '--edition', 'eai'], 'need --rules virtualhome'],
    [['--rules', 'virtualhome', '--walks', walks, '--final-graphs', 'x'], '--final-graphs needs --programs'],
    [['--programs', walks], 'Programs have their own graphs'],
    [['--rules', 'unity', '--walks', walks], 'Choices: "virtualhome", "paper"'],
    [['--rules', 'paper', '--walks', join(folder, 'none')], 'none": there is no such file'],
  ])('explains what is missing: %j', async (argv, message) => {
    const { exitCode, out, said } = await simulate(scene, ...argv);
    expect([exitCode, out]).toEqual([2, []]);
    expect(said).toContain(message);
  });
});

describe('tapedeck simulate --programs', () => {
  const lines = (...programs: object[]) => programs.map((program) => `${JSON.stringify(program)}\n`).join('');
  const samples = SAMPLE_NAMES.map((name) => sampleProgram(name));
  const released = (path: string, ...argv: string[]) =>
    simulate('--programs', path, '--edition', 'released-programs', ...argv);

  it('says of each program whether it is executable, and how its end differs from the recorded one', async () => {
    const { exitCode, out, said } = await released(SAMPLE_DATASET);
    expect(exitCode).toBe(0);
    const done = { executable: true, failedStep: null, message: null, precondition: null };
    expect(out.map((line) => JSON.parse(line))).toEqual([
      { name: 'kitchen/file1_1', ...done, statesEqual: true, edgesEqual: true, differences: [] },
      {
        name: 'kitchen/file1_2',
        executable: false,
        failedStep: 2,
        message: '<milk> (3) is inside other closed thing when executing "[GRAB] <milk> (3) [1]"',
        precondition: 'visible',
        statesEqual: true,
        edgesEqual: false,
        differences: ['+2 CLOSE 5', '+3 CLOSE 5', '+5 CLOSE 2', '+5 CLOSE 3'],
      },
      { name: 'kitchen/file2_1', ...done, statesEqual: false, edgesEqual: true, differences: ['+2 OPEN', '-2 CLOSED'] },
    ]);
    expect(said).toBe(
      '3 programs, 2 of them executable; of 3 with a recorded final graph 2 end in its states, 2 in its edges',
    );
  });

  it('prints the same of lines, plain and packed', async () => {
    const folder = await released(SAMPLE_DATASET);
    expect(await released(file('programs.jsonl', lines(...samples)))).toEqual(folder);
    expect(await released(file('programs.jsonl.gz', gzipSync(lines(...samples))))).toEqual(folder);
  });

  it('compares nothing where nothing is recorded', async () => {
    const { final_graph: _, ...rest } = samples[0]!;
    const { out, said } = await released(file('unrecorded.jsonl', lines(rest)));
    expect(JSON.parse(out[0]!)).toMatchObject({
      executable: true,
      statesEqual: null,
      edgesEqual: null,
      differences: null,
    });
    expect(said).toBe('1 program, 1 of them executable');
  });

  it('follows v2.3 unless told otherwise', async () => {
    const { out } = await simulate('--programs', SAMPLE_DATASET);
    expect(JSON.parse(out[0]!)).toMatchObject({ failedStep: 2, message: expect.stringContaining('TypeError') });
    const mended = await simulate('--programs', SAMPLE_DATASET, '--without', 'find_raises');
    expect(JSON.parse(mended.out[0]!).executable).toBe(true);
  });

  it('writes the graphs after, from which the same programs go on', async () => {
    for (const name of ['after.jsonl', 'after.jsonl.gz']) {
      const path = join(folder, name);
      await released(SAMPLE_DATASET, '--final-graphs', path);
      const bytes = readFileSync(path);
      const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
      const after = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(after.map((line) => line.name)).toEqual(SAMPLE_NAMES);
      const sameEnds = after.map(({ name, final_graph }) => ({
        name,
        steps: [],
        init_graph: final_graph,
        final_graph: sampleProgram(name).final_graph,
      }));
      const { out } = await released(file('same.jsonl', lines(...sameEnds)));
      const there = (await released(SAMPLE_DATASET)).out.map((line) => JSON.parse(line));
      expect(out.map((line) => JSON.parse(line).differences.toSorted())).toEqual(
        there.map(({ differences }) => differences.toSorted()),
      );
    }
  });

  it.each([
    [
      'a line without an id',
      { script: 'Open\n[WALK] <fridge>' },
      'field script, line 2 of it, program "kitchen/file1_1": Cannot read script line "[WALK] <fridge>", column 16: expected "(", found the end',
    ],
    [
      'an id of no node',
      { script: '[WALK] <fridge> (1.70)' },
      'line 1 of it, program "kitchen/file1_1": Cannot read script line "[WALK] <fridge> (1.70)", column 17: the scene has no node with the id 70',
    ],
    [
      'a graph without a character',
      { init_graph: { nodes: samples[0]!.init_graph.nodes.slice(0, 2), edges: [] } },
      'field init_graph.nodes: expected a node of class "character"',
    ],
    [
      'an unknown state',
      { final_graph: { nodes: [{ id: 1, class_name: 'hall', states: ['WARM'] }], edges: [] } },
      'field final_graph.nodes[0].states[0]: expected one of CLOSED, OPEN',
    ],
  ])('stops at %s with file, line and the name of the program, and leaves no graphs', async (_, change, message) => {
    const path = file(
      'bad.jsonl',
      lines(samples[1]!, { ...samples[0], script: undefined, ...('script' in change ? {} : { steps: [] }), ...change }),
    );
    const graphs = join(folder, 'none.jsonl');
    const { exitCode, out, said } = await released(path, '--final-graphs', graphs);
    expect([exitCode, out.length]).toEqual([2, 1]);
    expect(said).toMatch(/^Cannot read ".*bad\.jsonl", line 2, /);
    expect(said).toContain(message);
    expect(said).toContain('program "kitchen/file1_1"');
    expect([existsSync(graphs), readdirSync(folder).some((name) => name.startsWith('none.jsonl.'))]).toEqual([
      false,
      false,
    ]);
  });

  it('says that a file is not there', async () => {
    expect(await simulate('--programs', join(folder, 'none'))).toMatchObject({
      exitCode: 2,
      said: expect.stringContaining('there is no such file'),
    });
  });
});
