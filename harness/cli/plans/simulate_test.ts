import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SAMPLE_DATASET, SAMPLE_NAMES, sampleProgram } from '../../interop/simulation/testing/sample_dataset.ts';
import { refusal, tapedeck, words } from '../../testing/run_tapedeck.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';

const { folder, at, file } = scratchFolder();

const node = (id: number, class_name: string, category: string, properties: string[] = [], states: string[] = []) => {
  return { id, class_name, category, properties, states };
};
const GRAPH = {
  nodes: [
    node(11, 'kitchen', 'Rooms'),
    node(305, 'fridge', 'Appliances', ['CAN_OPEN', 'CONTAINERS'], ['CLOSED']),
    node(5, 'milk', 'Food', ['GRABBABLE']),
    node(7, 'toaster', 'Appliances'),
    node(65, 'character', 'Characters'),
  ],
  edges: [
    ...[305, 5, 7, 65].map((from_id) => ({ from_id, relation_type: 'INSIDE', to_id: 11 })),
    { from_id: 5, relation_type: 'INSIDE', to_id: 305 },
  ],
};
const scene = file('scene.json', JSON.stringify(GRAPH));

const WALK = ['[WALK] <milk> (5)', '[GRAB] <milk> (5)', '[OPEN] <fridge> (305)', '[GRAB] <milk> (5)'];
const walksOf = (...walks: string[][]) => walks.map((steps) => `${JSON.stringify({ steps })}\n`).join('');
const WALKS = walksOf(WALK, WALK.slice(0, 1), []);
const walks = file('walks.jsonl', WALKS);

async function simulate(...argv: string[]) {
  const { exitCode, out, said } = await tapedeck('simulate', ...argv);
  const lines = out === '' ? [] : out.split('\n');
  return { exitCode, said, lines, results: lines.map((line) => JSON.parse(line)) };
}

describe('tapedeck simulate', () => {
  const byVirtualHome = (path: string, ...argv: string[]) =>
    simulate(scene, ...words`--rules virtualhome --walks ${path}`, ...argv);

  it('gives a line for every walk, each from the scene, by the rules of VirtualHome', async () => {
    const { exitCode, lines, results, said } = await byVirtualHome(walks);
    const done = { ok: true, message: null, rh: null, lh: null, room: 11 };
    const message = '<milk> (5) is inside other closed thing when executing "[GRAB] <milk> (5) [1]"';
    expect([exitCode, results]).toEqual([
      0,
      [{ steps: [done, { ...done, ok: false, message }, done, { ...done, rh: 5 }] }, { steps: [done] }, { steps: [] }],
    ]);
    expect(lines[1]).toBe('{"steps":[{"ok":true,"message":null,"rh":null,"lh":null,"room":11}]}');
    expect(said).toBe('3 walks, 5 steps, 4 of them successful');
  });

  it('reads gzip, and prints the same; knows the rules of the paper, too', async () => {
    const packed = file('scene.json.gz', gzipSync(JSON.stringify(GRAPH)));
    const argv = words`--rules virtualhome --walks ${file('walks.jsonl.gz', gzipSync(WALKS))}`;
    expect(await simulate(packed, ...argv)).toEqual(await byVirtualHome(walks, '--json'));
    const { results } = await simulate(scene, '--rules', 'paper', '--walks', walks);
    expect(results[0].steps.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, true, true]);
  });

  it('takes the properties of v2.3 with --properties v2.3', async () => {
    const toast = file('toast.jsonl', walksOf(['[WALK] <toaster> (7)', '[SWITCHON] <toaster> (7)']));
    const isOn = async (properties: string) =>
      (await byVirtualHome(toast, '--properties', properties)).results[0].steps[1].ok;
    expect([await isOn('stored'), await isOn('v2.3')]).toEqual([false, true]);
  });

  it('stops at a wrong step with file, line and place, and nothing after it', async () => {
    const path = file('bad.jsonl', walksOf(WALK, ['[WALK] <milk> (6)'], WALK));
    const { exitCode, lines, said } = await byVirtualHome(path);
    expect([exitCode, lines.length]).toEqual([2, 1]);
    const cannot = `Cannot read "${path}", line 2, column 11, field steps[0]: Cannot read script line "[WALK] <milk> (6)"`;
    expect(said).toContain(cannot);
  });

  it('refuses a scene without a character, or of 100 MB, plain and packed, without trying', async () => {
    const bad = file('bad.json', JSON.stringify({ nodes: GRAPH.nodes.slice(0, 4), edges: [] }));
    const said = await refusal('simulate', bad, '--rules', 'virtualhome', '--walks', walks);
    expect(said).toMatch(/^Cannot read ".*bad\.json", line 1, column \d+.*expected a node of class "character"/);
    const huge = Buffer.alloc(100_000_000, ' ');
    for (const path of [file('huge.json', huge), file('huge.json.gz', gzipSync(huge, { level: 1 }))])
      expect(await refusal('simulate', path, '--rules', 'virtualhome', '--walks', walks)).toBe(
        `Cannot read "${path}", line 1, column 1: expected at most 33554432 characters, found 100000000`,
      );
  });

  it('goes by another edition of the rules with --edition, --with and --without', async () => {
    const find = file('find.jsonl', walksOf(['[FIND] <milk> (5)', '[GRAB] <milk> (5)']));
    const ran = async (...argv: string[]) => {
      const { results } = await byVirtualHome(find, ...argv);
      return results[0].steps.map(({ message }: { message: string | null }) => message?.split(' when ')[0]);
    };
    expect(await ran()).toEqual([expect.stringContaining('TypeError'), expect.stringContaining('not close')]);
    const hidden = [undefined, '<milk> (5) is inside other closed thing'];
    expect(await ran('--edition', 'released-programs')).toEqual(hidden);
    expect(await ran('--without', 'find_raises')).toEqual(hidden);
    expect(await ran('--edition', 'eai', '--with', 'find_raises')).toEqual(await ran());
  });

  it.each([
    ['--rules virtualhome', 'walks'],
    [`--walks ${walks}`, 'rules'],
    [`--rules virtualhome --walks ${walks} --edition v1`, 'Choices: "v2.3", "released-programs", "eai"'],
    [`--rules virtualhome --walks ${walks} --without finding`, 'Choices: "find_raises"'],
    [`--rules paper --walks ${walks} --edition eai`, 'need --rules virtualhome'],
    [`--rules virtualhome --walks ${walks} --final-graphs x`, '--final-graphs needs --programs'],
    [`--programs ${walks}`, '--programs cannot be combined with a scene'],
    [`--rules unity --walks ${walks}`, 'Choices: "virtualhome", "paper"'],
    [`--rules paper --walks ${at('none')}`, 'none": there is no such file'],
  ])('explains what is missing: %s', async (line, message) => {
    expect(await refusal('simulate', scene, ...line.split(' '))).toContain(message);
  });
});

describe('tapedeck simulate --programs', () => {
  const linesOf = (...programs: object[]) => programs.map((program) => `${JSON.stringify(program)}\n`).join('');
  const samples = SAMPLE_NAMES.map((name) => sampleProgram(name));
  const released = (path: string, ...argv: string[]) =>
    simulate('--programs', path, '--edition', 'released-programs', ...argv);

  it('says of each program whether it is executable, and how its end differs from the recorded one', async () => {
    const { exitCode, results, said } = await released(SAMPLE_DATASET);
    const done = { executable: true, failedStep: null, message: null, precondition: null };
    const message = '<milk> (3) is inside other closed thing when executing "[GRAB] <milk> (3) [1]"';
    const failed = { executable: false, failedStep: 2, message, precondition: 'visible' };
    const edges = ['+2 CLOSE 5', '+3 CLOSE 5', '+5 CLOSE 2', '+5 CLOSE 3'];
    expect([exitCode, results]).toEqual([
      0,
      [
        { name: 'kitchen/file1_1', ...done, statesEqual: true, edgesEqual: true, differences: [] },
        { name: 'kitchen/file1_2', ...failed, statesEqual: true, edgesEqual: false, differences: edges },
        {
          ...{ name: 'kitchen/file2_1', ...done },
          ...{ statesEqual: false, edgesEqual: true, differences: ['+2 OPEN', '-2 CLOSED'] },
        },
      ],
    ]);
    expect(said).toBe(
      '3 programs, 2 of them executable; 3 have a recorded final graph, 2 with equal states and 2 with equal edges',
    );
  });

  it('prints the same of lines, plain and packed, and reports a missing file', async () => {
    const ofFolder = await released(SAMPLE_DATASET);
    expect(await released(file('programs.jsonl', linesOf(...samples)))).toEqual(ofFolder);
    expect(await released(file('programs.jsonl.gz', gzipSync(linesOf(...samples))))).toEqual(ofFolder);
    expect(await refusal('simulate', '--programs', at('none'))).toContain('there is no such file');
  });

  it('compares nothing if no final graph is recorded', async () => {
    const { final_graph: _, ...rest } = samples[0]!;
    const { results, said } = await released(file('unrecorded.jsonl', linesOf(rest)));
    const nothing = { statesEqual: null, edgesEqual: null, differences: null };
    expect(results[0]).toMatchObject({ executable: true, ...nothing });
    expect(said).toBe('1 program, 1 of them executable');
  });

  it('follows v2.3 by default', async () => {
    const { results } = await simulate('--programs', SAMPLE_DATASET);
    expect(results[0]).toMatchObject({ failedStep: 2, message: expect.stringContaining('TypeError') });
    expect((await simulate('--programs', SAMPLE_DATASET, '--without', 'find_raises')).results[0].executable).toBe(true);
  });

  it.each(['after.jsonl', 'after.jsonl.gz'])(
    'writes to %s the graphs from which the same programs go on',
    async (name) => {
      const { results } = await released(SAMPLE_DATASET, '--final-graphs', at(name));
      const bytes = readFileSync(at(name));
      const lines = String(name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
        .trimEnd()
        .split('\n');
      const after = lines.map((line) => JSON.parse(line));
      expect(after.map((line) => line.name)).toEqual(SAMPLE_NAMES);
      const sameEnds = after.map(({ name, final_graph: init_graph }) => {
        return { name, steps: [], init_graph, final_graph: sampleProgram(name).final_graph };
      });
      const again = await released(file('same.jsonl', linesOf(...sameEnds)));
      const sorted = (each: { differences: string[] }) => each.differences.toSorted();
      expect(again.results.map(sorted)).toEqual(results.map(sorted));
    },
  );

  const WITHOUT_CHARACTER = { nodes: samples[0]!.init_graph.nodes.slice(0, 2), edges: [] };
  const WARM = { nodes: [{ id: 1, class_name: 'hall', states: ['WARM'] }], edges: [] };
  it.each([
    [
      { script: 'Open\n[WALK] <fridge>' },
      'field script (line 2), program "kitchen/file1_1": Cannot read script line "[WALK] <fridge>", column 16: expected "(", found the end',
    ],
    [
      { script: '[WALK] <fridge> (1.70)' },
      '(line 1), program "kitchen/file1_1": Cannot read script line "[WALK] <fridge> (1.70)", column 17: the scene has no node with id 70',
    ],
    [{ init_graph: WITHOUT_CHARACTER }, 'field init_graph.nodes: expected a node of class "character"'],
    [{ final_graph: WARM }, 'field final_graph.nodes[0].states[0]: expected one of CLOSED, OPEN'],
  ])('stops at %j with file, line and the name of the program, and leaves no graphs', async (change, message) => {
    const steps = 'script' in change ? {} : { steps: [] };
    const path = file('bad.jsonl', linesOf(samples[1]!, { ...samples[0], script: undefined, ...steps, ...change }));
    const { exitCode, lines, said } = await released(path, '--final-graphs', at('none.jsonl'));
    expect([exitCode, lines.length]).toEqual([2, 1]);
    expect(said).toMatch(/^Cannot read ".*bad\.jsonl", line 2, /);
    expect(said).toContain(message);
    expect(said).toContain('program "kitchen/file1_1"');
    expect([
      existsSync(at('none.jsonl')),
      readdirSync(folder).filter((name) => name.startsWith('none.jsonl.')),
    ]).toEqual([false, []]);
  });
});
