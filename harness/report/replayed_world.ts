/**
 * The world as it was after each action of an episode: what it looked like, and which parts of the goal held.
 *
 * Neither is in a trace. The actions are carried out once more in a fresh world with the same seed; where that does not go as the trace says, or cannot
 * be done, the page says why it has no more.
 */
import type { Env, GoalStatus } from '../../envs/env.ts';
import type { GoalPart, World } from '../../envs/world.ts';
import { worldCalled } from '../episode/worlds.ts';
import { invalid } from '../io/errors/failure.ts';
import type { PlannedCell } from '../run/plan/plan_cells.ts';
import { replayedActions, replayedCell } from '../run/reading/replayed_cell.ts';
import type { Trace } from '../trace/trace.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';

export type WorldThen = {
  /** In the order of the parts; null where it cannot be told. */
  readonly met: readonly (boolean | null)[];
  /** SVG; null where the world cannot be drawn. */
  readonly drawing: string | null;
};

export type ReplayedWorld = {
  /** What the task asks for in words, part by part. */
  readonly parts: readonly string[];
  /** The goal as the task states it; null where the task is not known. */
  readonly goal: unknown;
  /** At the start and after each action, the prologue's included; shorter where something stopped it. */
  readonly moments: readonly WorldThen[];
  /** Why there is no more; null where there is all. */
  readonly problem: string | null;
};

export class WorldReplayer {
  readonly #cells = new Map<string, PlannedCell>();

  /** `suite` is a name or the path of a file. */
  async replay(trace: Trace, suite: string): Promise<ReplayedWorld> {
    const { header } = trace;
    const moments: WorldThen[] = [];
    let parts: readonly GoalPart[] = [];
    let goal: unknown = null;
    try {
      if (header.env !== 'symbolic') throw invalid(`the world was live (${header.env})`);
      const cell = this.#cellOf(header, suite);
      const world = worldCalled(header.world);
      parts = world.goalParts?.(cell.task) ?? [];
      goal = cell.task.goal;
      for await (const { env, goal: status } of replayedActions(trace, cell)) {
        moments.push(momentOf({ env, world, parts, header }, status));
      }
      return { parts: parts.map(({ text }) => text), goal, moments, problem: null };
    } catch (error) {
      const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      return { parts: parts.map(({ text }) => text), goal, moments, problem };
    }
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

type Seen = {
  readonly env: Env;
  readonly world: World;
  readonly parts: readonly GoalPart[];
  readonly header: TraceHeader;
};

/** A part without a condition of its own is the whole goal. */
function momentOf({ env, world, parts, header }: Seen, goal: GoalStatus): WorldThen {
  const model = env.model?.();
  const met = parts.map(({ condition }) => {
    if (condition === undefined) return goal.success;
    try {
      return model?.holds(condition) ?? null;
    } catch {
      return null; // a condition on the past, of which a model knows nothing
    }
  });
  return { met, drawing: world.draw?.(env)(header.scene) ?? null };
}
