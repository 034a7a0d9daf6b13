import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { shippedOrOwn } from '../io/places.ts';
import { findRun, runAt } from '../run/run_folder.ts';
import { type Cell, cellsOf, familyOf, modelOf, readScoredAnswers } from '../tables/papers/planbench/answer.ts';
import { episodeId } from '../trace/trace.ts';
import type { NamedPair } from './pairs.ts';
import { EPISODES_FILE, type PlayedTapes, type Replaying, tablesSide, tapesIn, tapesSide } from './replayed_sides.ts';
import { runSide, type Side, type SideEpisode } from './side.ts';

export type SideNames = {
  readonly baseline: string;
  readonly candidate: string;
  readonly planners: readonly NamedPair[];
};

/** Replays from tapes what the other side played. Throws a CommandFailure, TraceError or TapeError. */
export async function readSides(
  { planners, ...names }: SideNames,
  replaying: Replaying,
): Promise<{ readonly baseline: Side; readonly candidate: Side }> {
  const [first, second] = [readable(names.baseline, replaying), readable(names.candidate, replaying)];
  const baseline = typeof first === 'function' ? null : first;
  const candidate = typeof second === 'function' ? null : second;
  // With tapes on both sides, only the likeliest reading of a pair is played.
  const isKnown = baseline !== null || candidate !== null;
  const pairs = planners.flatMap(({ readings }) => (isKnown ? readings : readings.slice(0, 1)));
  const forBaseline = pairs.map((pair) => ({ own: pair.baseline, others: pair.candidate }));
  const before = baseline ?? (await (first as TapesRead)(candidate, forBaseline));
  const forCandidate = pairs.map((pair) => ({ own: pair.candidate, others: pair.baseline }));
  return { baseline: before, candidate: candidate ?? (await (second as TapesRead)(before, forCandidate)) };
}

/** Tapes need the other side, which decides what to play. */
type TapesRead = (other: Side | null, named: PlayedTapes['named']) => Promise<Side>;

function readable(asked: string, replaying: Replaying): Side | TapesRead {
  if (asked.startsWith(PLANBENCH)) return planbenchSide(asked);
  const name = shippedOrOwn(asked);
  const folder = runAt(name);
  if (folder !== null) return runSide(name, folder);
  if (existsSync(join(name, EPISODES_FILE)) || existsSync(join(name, 'runs.json'))) return tablesSide(name, replaying);
  const tapes = tapesIn(name);
  if (tapes.length > 0) return (other, named) => tapesSide(name, { tapes, other, named }, replaying);
  return runSide(name, runFolder(name));
}

function runFolder(name: string): string {
  try {
    return findRun(name);
  } catch (cause) {
    throw invalid(
      `Cannot compare "${name}": it is no run, no folder of tapes, no folder of tables and no planbench:MODEL; make a run with \`tapedeck run SUITE\`, or choose one with \`tapedeck runs list\``,
      { cause },
    );
  }
}

/** `planbench:gpt-4-turbo`. */
const PLANBENCH = 'planbench:';
const WORLD = { env: 'planbench', envOptions: {} };

/** Suite: domain and prompt; task: instance. */
export function planbenchSide(name: string): Side {
  const model = modelOf(name.slice(PLANBENCH.length));
  const cells = cellsOf(readScoredAnswers(), familyOf).filter(({ answers }) => answers.length > 0);
  const models = new Set(cells.map((cell) => cell.model));
  if (!models.has(model)) throw unknownName('PlanBench model', model, [...models].sort());
  const own = cells.filter((cell) => cell.model === model);
  const record = { ...WORLD, model, planners: [model], prompts: {}, scenes: {}, tasks: {}, version: null };
  const suites = own.map((cell) => ({ suite: suiteOf(cell), ...record }));
  const [episodes, traces] = [own.flatMap(episodesOf), async () => new Map()];
  return { name, kind: 'planbench', code: null, finished: true, suites, episodes, tapes: [], traces };
}

function suiteOf({ domain, prompt }: Cell): string {
  return `${domain} ${prompt}`.replace(/\W+/g, '_');
}

function episodesOf(cell: Cell): SideEpisode[] {
  return cell.answers.map(({ domain, instance, objects, valid, plan, failure }) => {
    const name = { suite: suiteOf(cell), scene: domain, task: `${domain}_${instance}`, planner: cell.model, trial: 1 };
    const row = { success: valid, steps: plan?.length ?? null, failureKind: failure?.kind ?? null };
    const digests = { scene: domain, task: `${objects} objects`, prompts: cell.prompt };
    const episode = { ...name, episode: episodeId(name), end: valid ? 'goal' : 'failed', complete: true };
    // Null: the models differ on purpose, so no warning.
    return { ...episode, row, model: null, digests, world: WORLD };
  });
}
