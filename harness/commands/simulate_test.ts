/**
 * Batch simulation as a user meets it.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

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
    expect(said).toBe('3 walks, 5 steps, 4 of them successes');
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

  it.each([
    [['--rules', 'virtualhome'], 'walks'],
    [['--walks', walks], 'rules'],
    [['--rules', 'unity', '--walks', walks], 'Choices: "virtualhome", "paper"'],
    [['--rules', 'paper', '--walks', join(folder, 'none')], 'none": there is no such file'],
  ])('explains what is missing: %j', async (argv, message) => {
    const { exitCode, out, said } = await simulate(scene, ...argv);
    expect([exitCode, out]).toEqual([2, []]);
    expect(said).toContain(message);
  });
});
