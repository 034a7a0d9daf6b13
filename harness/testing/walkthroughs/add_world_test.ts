import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envContract } from '../../../envs/kit/env_contract.ts';
import { lamps } from '../lamps/world.ts';
import { projectCopy } from '../project_copy.ts';
import { storedTrace } from '../stored_traces.ts';

const HERE = join(import.meta.dirname, '../lamps');
const scene = { name: 'hall', lamps: ['red', 'green', 'blue'] };
const task = { name: 'light', instruction: 'Light them', stepsMax: 10, goal: ['red', 'blue'] };
const lamp = fc.constantFrom('red', 'green', 'blue', 'pink');

envContract({
  describe,
  it,
  title: 'lamps',
  world: lamps,
  make: () => lamps.bind(scene, task, {}).newEnv(1),
  walks: fc.array(lamp.map((name) => ({ verb: 'light', args: [name] }))),
  accepted: { verb: 'light', args: ['green'] },
});

const copy = projectCopy();

it('a world is a folder and its line in the list, and is played, counted, listed and checked', async () => {
  const world = join(copy.folder, 'envs/lamps');
  cpSync(HERE, world, { recursive: true });
  cpSync(join(HERE, 'suite.json'), join(copy.folder, 'harness/run/suites/lamps.json'));
  const source = readFileSync(join(world, 'world.ts'), 'utf8');
  writeFileSync(join(world, 'world.ts'), source.replaceAll("'../../../envs/", "'../"));
  const list = 'harness/episode/worlds.ts';
  copy.edit(list, 'import { tabletop }', "import { lamps } from '../../envs/lamps/world.ts';\nimport { tabletop }");
  copy.edit(list, 'tabletop, pddl]', 'tabletop, pddl, lamps]');
  const run = await copy.json('run', 'lamps', '--out', 'out');
  expect(run.episodes).toMatchObject([
    { episode: 'lamps/hall/three_lights/random/1', end: 'goal' },
    { episode: 'lamps/hall/three_lights/oracle/1', end: 'goal', steps: 3 },
  ]);
  const trace = storedTrace(join(copy.folder, 'out'), 'lamps/hall/three_lights/random/1');
  const lines = Array.from(trace.trimEnd().split('\n'), (line) => JSON.parse(line));
  const refused = lines.filter(({ event, ok }) => event === 'step' && !ok).length;
  expect(refused).toBeGreaterThan(0);
  expect(lines.at(-1).counts).toMatchObject({ failures: { not_lit: refused }, errors: { additional_step: refused } });
  const scenes = await copy.json('list', 'scenes');
  expect(scenes).toContainEqual({ scene: 'hall', world: 'lamps' });
  const [checked] = await copy.json('check', 'lamps');
  expect(checked).toMatchObject({ problem: null, reference: { steps: 3, optimal: true } });
});
