/** A trace holds no states: replays its actions in a fresh world with the same seed. The page explains a mismatch. */
import type { Env, GoalStatus } from '../../envs/env.ts';
import type { GoalPart, World } from '../../envs/world.ts';
import { worldCalled } from '../episode/worlds.ts';
import { invalid, messageOf } from '../io/errors/failure.ts';
import type { PlannedCell } from '../run/plan/plan_cells.ts';
import { replayedActions, replayedCell } from '../run/reading/replayed_cell.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';

export type WorldThen = Readonly<{
  met: readonly (boolean | null)[];
  drawing: string | null;
}>;

export type ReplayedWorld = Readonly<{
  parts: readonly string[];
  goal: unknown;
  /** At the start and after each action, prologue included; shorter after a problem. */
  moments: readonly WorldThen[];
  problem: string | null;
}>;

export class WorldReplayer {
  readonly #cells = new Map<string, PlannedCell>();

  async replay(trace: Trace, suite: string): Promise<ReplayedWorld> {
    const { header } = trace;
    const moments: WorldThen[] = [];
    let parts: readonly GoalPart[] = [];
    let goal: unknown = null;
    let problem: string | null = null;
    try {
      if (header.env !== 'symbolic') throw invalid(`the world was live (${header.env})`);
      const cell = this.#cellOf(header, suite);
      const world = worldCalled(header.world);
      parts = world.goalParts?.(cell.task) ?? [];
      goal = cell.task.goal;
      for await (const { env, goal: status } of replayedActions(trace, cell)) {
        moments.push(momentOf({ env, world, parts, scene: header.scene }, status));
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
      throw invalid(`scene "${header.scene}" or task "${header.task}" has changed since`);
    }
    return cell;
  }
}

type Seen = Readonly<{ env: Env; world: World; parts: readonly GoalPart[]; scene: string }>;

function momentOf({ env, world, parts, scene }: Seen, goal: GoalStatus): WorldThen {
  const model = env.model?.();
  const met = parts.map(({ condition }) => {
    if (condition === undefined) return goal.success;
    try {
      return model?.holds(condition) ?? null;
    } catch {
      return null; // no model knows a condition on the past
    }
  });
  return { met, drawing: world.draw?.(env)(scene) ?? null };
}
