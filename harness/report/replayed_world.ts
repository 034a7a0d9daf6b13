/** Traces contain no states: actions are replayed in a new world. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Env, GoalStatus } from '../../envs/env.ts';
import { memoize } from '../../envs/memoize.ts';
import type { GoalPart } from '../../envs/world.ts';
import { readFoon } from '../../planners/foon/read_foon.ts';
import { WORLDS, worldCalled } from '../episode/worlds.ts';
import { invalid, messageOf } from '../io/errors/failure.ts';
import { formatFileList, listOwnFiles } from '../io/own_folder.ts';
import { writeWhole } from '../io/write_whole.ts';
import type { PlannedCell } from '../run/plan/episode_list.ts';
import { type Drawing, drawActions, replayedActions, replayedCell } from '../run/reading/replayed_cell.ts';
import { episodeId, type Trace } from '../trace/trace.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import { foonSvg } from './foon/foon_svg.ts';

/** `suite` may be a path. Throws a CommandFailure, FoonError or DrawingError. */
export async function drawTrace(trace: Trace, suite = trace.header.suite): Promise<Drawing[]> {
  const plans = drawPlans(trace);
  const draw = WORLDS.find(({ name }) => name === trace.header.world)?.draw;
  if (draw !== undefined) return [...plans, ...(await drawActions(trace, draw, suite))];
  if (plans.length > 0) return plans;
  const worlds = WORLDS.flatMap((world) => (world.draw === undefined ? [] : [`the ${world.name}`])).join(', ');
  throw invalid(`Cannot draw episode "${episodeId(trace.header)}": only ${worlds} and object-level plans can be drawn`);
}

function drawPlans({ header, events }: Trace): Drawing[] {
  const texts = events.flatMap((event) =>
    event.event === 'note' && event.note.kind === 'belief' ? (foonText(event.note.belief) ?? []) : [],
  );
  return texts.map((text, at) => {
    const name = at === 0 ? 'foon.svg' : `foon_${at + 1}.svg`;
    const { foon } = readFoon(text, `${episodeId(header)}, ${name}`);
    return { name, svg: foonSvg(foon, { title: header.instruction }) };
  });
}

export function foonText(belief: unknown): string | null {
  const isPlan = typeof belief === 'object' && belief !== null && 'foon' in belief;
  return isPlan && typeof belief.foon === 'string' ? belief.foon : null;
}

const LIST = 'tapedeck_drawings.json';

export function writeDrawings(folder: string, drawings: readonly Drawing[]): void {
  const names = drawings.map(({ name }) => name);
  const files = listOwnFiles({ folder, list: LIST, what: 'drawings', option: '--svg' });
  for (const name of files) if (name !== LIST && !names.includes(name)) rmSync(join(folder, name));
  // Written first, so that after a killed command the next one recognizes its drawings.
  writeWhole(join(folder, LIST), formatFileList(names));
  for (const { name, svg } of drawings) writeWhole(join(folder, name), svg);
}

type WorldMoment = Readonly<{ met: readonly (boolean | null)[]; drawing: string | null }>;

export type ReplayedWorld = Readonly<{
  parts: readonly string[];
  goal: unknown;
  /** At the start and after each action; shorter after a problem. */
  moments: readonly WorldMoment[];
  problem: string | null;
}>;

export class WorldReplayer {
  readonly #cells = new Map<string, PlannedCell>();

  async replay(trace: Trace, suite: string): Promise<ReplayedWorld> {
    const { header } = trace;
    const moments: WorldMoment[] = [];
    let parts: readonly GoalPart[] = [];
    let goal: unknown = null;
    let problem: string | null = null;
    try {
      if (header.env !== 'symbolic') throw invalid(`the episode ran in a live world (${header.env})`);
      const cell = this.#cellOf(header, suite);
      const world = worldCalled(header.world);
      parts = world.goalParts?.(cell.task) ?? [];
      goal = cell.task.goal;
      for await (const { env, goal: status } of replayedActions(trace, cell)) {
        const met = parts.map((part) => isMet(part, env, status));
        moments.push({ met, drawing: world.draw?.(env)(header.scene) ?? null });
      }
    } catch (error) {
      problem = messageOf(error).split('\n')[0] ?? '';
    }
    return { parts: parts.map(({ text }) => text), goal, moments, problem };
  }

  #cellOf(header: TraceHeader, suite: string): PlannedCell {
    const id = JSON.stringify([suite, header.scene, header.task, header.envOptions]);
    const cell = memoize(this.#cells, id, () => replayedCell(header, suite));
    const { digests } = header;
    if (cell.ground.scene !== digests.scene || cell.ground.task !== digests.task) {
      throw invalid(`scene "${header.scene}" or task "${header.task}" changed after the recording`);
    }
    return cell;
  }
}

function isMet({ condition }: GoalPart, env: Env, goal: GoalStatus): boolean | null {
  if (condition === undefined) return goal.success;
  try {
    return env.model?.().holds(condition) ?? null;
  } catch {
    return null; // no model evaluates conditions on the past
  }
}
