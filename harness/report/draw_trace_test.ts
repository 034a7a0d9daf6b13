import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FoonError } from '../../planners/foon/foon_error.ts';
import { TEA } from '../../planners/foon/testing/sample_foons.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { collectRun } from '../run/execute_run.ts';
import { traceHeader, traceSummary } from '../trace/testing/trace_fixture.ts';
import type { Trace } from '../trace/trace.ts';
import { drawTrace, writeDrawings } from './draw_trace.ts';

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
  const events = beliefs.map((belief) => ({ event: 'note', note: { kind: 'belief', belief } }) as const);
  return { header: traceHeader({ world: 'lamps', instruction: 'Make tea.' }), events, summary: traceSummary() };
}

function actionsOf({ events }: Trace): string[] {
  return events.flatMap((event) => (event.event === 'step' ? [event.action.verb] : []));
}

describe('drawTrace()', () => {
  it('draws the scene and every action, with the way of the arm', async () => {
    const trace = await play('tabletop', 'tower_3_01', 'tower_3');
    const drawings = await drawTrace(trace);
    expect(drawings.map(({ name }) => name)).toEqual(['000_start.svg', '001_pick.svg', '002_place.svg']);
    for (const { svg } of drawings) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n?$/);
    expect(drawings[1]?.svg).toContain('1. pick(');
    expect(await drawTrace(trace)).toEqual(drawings);
  });

  it('draws a house from above at the start and after every action, with the way of the robot', async () => {
    const trace = await play('household', 'house_1', 'make_toast');
    const drawings = await drawTrace(trace);
    expect(drawings.map(({ name }) => name.slice(4))).toEqual([
      'start.svg',
      ...actionsOf(trace).map((verb) => `${verb}.svg`),
    ]);
    expect(drawings.map(({ svg }) => svg.includes('>toaster1: on<'))).toEqual([
      ...drawings.slice(1).map(() => false),
      true,
    ]);
    expect(drawings.at(-1)?.svg).toMatch(/bread(?:slice)?\d+ in toaster1, toasted/);
    expect(await drawTrace(trace)).toEqual(drawings);
  });

  it('carries out a task’s prologue, which it does not draw', async () => {
    const trace = await play('household', 'house_1', 'make_toast');
    const events = trace.events.map((event) =>
      event.event === 'step' && event.number <= 3 ? ({ ...event, event: 'prologue' } as const) : event,
    );
    const drawings = await drawTrace({ ...trace, events });
    const drawn = actionsOf(trace).slice(3);
    expect(drawings.map(({ name }) => name.slice(4))).toEqual(['start.svg', ...drawn.map((verb) => `${verb}.svg`)]);
  });

  it('asks for no planner: who acted may be a file that is elsewhere', async () => {
    const trace = await play('tabletop', 'tower_3_01', 'tower_3');
    const drawings = await drawTrace({ ...trace, header: { ...trace.header, planner: 'mine.mover+way=a/b' } });
    expect(drawings).toHaveLength(3);
  });

  it('does not draw what no longer goes as the trace says', async () => {
    const trace = await play('tabletop', 'tower_3_01', 'tower_3');
    const events = trace.events.map((event) => (event.event === 'step' ? { ...event, ok: false } : event));
    await expect(drawTrace({ ...trace, events })).rejects.toThrow('Step 1 of "tabletop/tower_3_01/tower_3/oracle/1"');
  });

  it('draws object-level plans in any world', async () => {
    const drawings = await drawTrace(believing({ foon: TEA }, { goal: 1 }, { foon: TEA }));
    expect(drawings.map(({ name }) => name)).toEqual(['foon.svg', 'foon_2.svg']);
    for (const { svg } of drawings) {
      expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(svg).toContain('Make tea.');
      expect(svg).toContain('pour');
    }
  });

  it('draws the object-level plan beside the actions at a table', async () => {
    const trace = await play('tabletop', 'tower_3_01', 'tower_3');
    const { events } = believing({ foon: TEA });
    const drawings = await drawTrace({ ...trace, events: [...events, ...trace.events] });
    expect(drawings.map(({ name }) => name)).toEqual(['foon.svg', '000_start.svg', '001_pick.svg', '002_place.svg']);
  });

  it('says what is wrong with a plan that is none', async () => {
    await expect(drawTrace(believing({ foon: 'tea' }))).rejects.toThrow(FoonError);
    await expect(drawTrace(believing({ foon: 'tea' }))).rejects.toThrow('"s/house/task/p/1, foon.svg", line 1');
  });

  it('draws nothing else', async () => {
    await expect(drawTrace(believing('tea', null, { foon: 1 }))).rejects.toThrow(CommandFailure);
    await expect(drawTrace(believing('tea', null, { foon: 1 }))).rejects.toThrow(
      'only the household, the tabletop and',
    );
    const { header, ...rest } = await play('tabletop', 'tower_3_01', 'tower_3');
    const elsewhere = { ...rest, header: { ...header, world: 'constructor' } };
    await expect(drawTrace(elsewhere)).rejects.toThrow(CommandFailure);
  });
});

const root = mkdtempSync(join(tmpdir(), 'tapedeck-drawings-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = join(root, 'drawings');
const drawn = (...names: string[]) => names.map((name) => ({ name, svg: `<svg>${name}</svg>\n` }));
beforeEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writeDrawings()', () => {
  it('leaves the drawings of this episode only', () => {
    writeDrawings(folder, drawn('foon.svg', 'foon_2.svg', '000_start.svg', '001_pick.svg', '002_place.svg'));
    writeDrawings(folder, drawn('000_start.svg', '001_place.svg'));
    expect(readdirSync(folder).sort()).toEqual(['000_start.svg', '001_place.svg', 'tapedeck_drawings.json']);
    expect(readFileSync(join(folder, '000_start.svg'), 'utf8')).toBe('<svg>000_start.svg</svg>\n');
  });

  it.each(['thesis.svg', '001_cat.svg'])('touches nothing in a folder that holds a file of the user’s: %s', (name) => {
    writeDrawings(folder, drawn('000_start.svg'));
    writeFileSync(join(folder, name), 'do not lose me');
    expect(() => writeDrawings(folder, drawn('foon.svg'))).toThrow(
      `Cannot write drawings to "${folder}": it holds "${name}", which is not of an earlier one; move it away, or name a new folder with --svg`,
    );
    expect(readdirSync(folder).sort()).toEqual(['000_start.svg', name, 'tapedeck_drawings.json'].sort());
  });
});
