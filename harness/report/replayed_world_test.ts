import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { FoonError } from '../../planners/foon/foon.ts';
import { TEA } from '../../planners/foon/testing/sample_foons.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { collectRun } from '../run/execute_run.ts';
import { noteEvent, traceOf } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import { drawTrace, writeDrawings } from './replayed_world.ts';

async function play(suite: string, scene: string, task: string): Promise<Trace> {
  const messages = { say() {}, progress() {} };
  const result = await collectRun(
    { suite, scenes: [scene], tasks: [task], planners: ['oracle'] },
    { mode: 'replay', tapes: [PLACES.tapes], jobs: 1 },
    { signal: new AbortController().signal, messages },
  );
  return result.traces[0]!;
}

function believing(...beliefs: readonly unknown[]): Trace {
  const events = beliefs.map((belief) => noteEvent({ kind: 'belief', belief }));
  return traceOf(events, { world: 'lamps', instruction: 'Make tea.' });
}

const namesOf = (drawings: readonly { name: string }[]) => drawings.map(({ name }) => name);
const actionsOf = ({ events }: Trace) => events.flatMap((event) => (event.event === 'step' ? [event.action.verb] : []));

const TOWER = await play('tabletop', 'tower_3_01', 'tower_3');
const TOAST = await play('household', 'house_1', 'make_toast');
const TOWER_DRAWINGS = ['000_start.svg', '001_pick.svg', '002_place.svg'];

it('drawTrace() draws the scene and every action with the path of the arm, without the planner, which may be a file elsewhere', async () => {
  const drawings = await drawTrace(TOWER);
  expect(namesOf(drawings)).toEqual(TOWER_DRAWINGS);
  for (const { svg } of drawings) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n?$/);
  expect(drawings[1]?.svg).toContain('1. pick(');
  expect(await drawTrace(TOWER)).toEqual(drawings);
  const header = { ...TOWER.header, planner: 'mine.mover+way=a/b' };
  expect(await drawTrace({ ...TOWER, header })).toHaveLength(3);
});

it('drawTrace() draws a house from above at the start and after every action, with the path of the robot', async () => {
  const drawings = await drawTrace(TOAST);
  const verbs = actionsOf(TOAST);
  expect(namesOf(drawings).map((name) => name.slice(4))).toEqual(['start', ...verbs].map((name) => `${name}.svg`));
  const isOn = drawings.map(({ svg }) => svg.includes('>toaster1: on<'));
  expect(isOn.indexOf(true)).toBe(drawings.length - 1);
  expect(drawings.at(-1)?.svg).toMatch(/bread(?:slice)?\d+ in toaster1, toasted/);
  expect(await drawTrace(TOAST)).toEqual(drawings);
});

it('drawTrace() executes a task’s prologue without drawing it', async () => {
  const events = TOAST.events.map((event) =>
    event.event === 'step' && event.number <= 3 ? ({ ...event, event: 'prologue' } as const) : event,
  );
  const drawings = await drawTrace({ ...TOAST, events });
  const verbs = actionsOf(TOAST).slice(3);
  expect(namesOf(drawings).map((name) => name.slice(4))).toEqual(['start', ...verbs].map((name) => `${name}.svg`));
});

it('drawTrace() refuses a trace that the world does not reproduce', async () => {
  const events = TOWER.events.map((event) => (event.event === 'step' ? { ...event, ok: false } : event));
  await expect(drawTrace({ ...TOWER, events })).rejects.toThrow('Step 1 of "tabletop/tower_3_01/tower_3/oracle/1"');
});

it('drawTrace() draws object-level plans in any world, beside the actions at a table', async () => {
  const drawings = await drawTrace(believing({ foon: TEA }, { goal: 1 }, { foon: TEA }));
  expect(namesOf(drawings)).toEqual(['foon.svg', 'foon_2.svg']);
  for (const { svg } of drawings) expect(svg).toMatch(/^<svg [\s\S]*Make tea\.[\s\S]*pour[\s\S]*<\/svg>\n$/);
  const events = [...believing({ foon: TEA }).events, ...TOWER.events];
  expect(namesOf(await drawTrace({ ...TOWER, events }))).toEqual(['foon.svg', ...TOWER_DRAWINGS]);
});

it.each([
  [believing({ foon: 'tea' }), FoonError, '"s/house/task/p/1, foon.svg", line 1'],
  [believing('tea', null, { foon: 1 }), CommandFailure, 'only the household, the tabletop and'],
  [{ ...TOWER, header: { ...TOWER.header, world: 'constructor' } }, CommandFailure, 'only the household'],
])('drawTrace() refuses an invalid plan, and a trace with nothing to draw (%#)', async (trace, kind, reason) => {
  const drawings = drawTrace(trace);
  await expect(drawings).rejects.toThrow(kind);
  await expect(drawings).rejects.toThrow(reason);
});

const root = mkdtempSync(join(tmpdir(), 'tapedeck-drawings-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'drawings');
const drawn = (...names: string[]) => names.map((name) => ({ name, svg: `<svg>${name}</svg>\n` }));
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

it('writeDrawings() leaves only the drawings of this episode', () => {
  writeDrawings(folder, drawn('foon.svg', 'foon_2.svg', '000_start.svg', '001_pick.svg', '002_place.svg'));
  writeDrawings(folder, drawn('000_start.svg', '001_place.svg'));
  expect(readdirSync(folder).sort()).toEqual(['000_start.svg', '001_place.svg', 'tapedeck_drawings.json']);
  expect(readFileSync(join(folder, '000_start.svg'), 'utf8')).toBe('<svg>000_start.svg</svg>\n');
});

it.each(['thesis.svg', '001_cat.svg'])(
  'writeDrawings() touches nothing in a folder that holds a file of the user’s: %s',
  (name) => {
    writeDrawings(folder, drawn('000_start.svg'));
    writeFileSync(join(folder, name), 'do not lose me');
    expect(() => writeDrawings(folder, drawn('foon.svg'))).toThrow(
      `Cannot write drawings to "${folder}": it contains "${name}", which no earlier command wrote; move it, or name a new folder with --svg`,
    );
    expect(readdirSync(folder).sort()).toEqual(['000_start.svg', name, 'tapedeck_drawings.json'].sort());
  },
);
