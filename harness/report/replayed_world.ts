/** Replays actions in a new world with the same seed, because a trace contains no states. */
import type { Env, GoalStatus } from '../../envs/env.ts';
import type { GoalPart } from '../../envs/world.ts';
import { worldCalled } from '../episode/worlds.ts';
import { invalid, messageOf } from '../io/errors/failure.ts';
import type { PlannedCell } from '../run/plan/plan_cells.ts';
import { replayedActions, replayedCell } from '../run/reading/replayed_cell.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';

type WorldMoment = Readonly<{ met: readonly (boolean | null)[]; drawing: string | null }>;

export type ReplayedWorld = Readonly<{
  parts: readonly string[];
  goal: unknown;
  /** At the start and after each action, including the prologue; shorter after a problem. */
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
    const cell = this.#cells.get(id) ?? replayedCell(header, suite);
    this.#cells.set(id, cell);
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
