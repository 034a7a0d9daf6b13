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

type SideNames = Readonly<Record<'baseline' | 'candidate', string>> & { readonly planners: readonly NamedPair[] };

/** Replays from tapes what the other side played. Throws a CommandFailure, TraceError or TapeError. */
export async function readSides(
  { planners, ...names }: SideNames,
  replaying: Replaying,
): Promise<Record<'baseline' | 'candidate', Side>> {
  const [first, second] = [readable(names.baseline, replaying), readable(names.candidate, replaying)];
  // With tapes on both sides, only the likeliest reading of a pair is played.
  const areTapes = typeof first === 'function' && typeof second === 'function';
  const pairs = planners.flatMap(({ readings }) => (areTapes ? readings.slice(0, 1) : readings));
  const read = (side: Side | TapesRead, other: Side | TapesRead, own: 'baseline' | 'candidate') => {
    if (typeof side !== 'function') return side;
    const others = own === 'baseline' ? 'candidate' : 'baseline';
    const named = pairs.map((pair) => ({ own: pair[own], others: pair[others] }));
    return side(typeof other === 'function' ? null : other, named);
  };
  const baseline = await read(first, second, 'baseline');
  return { baseline, candidate: await read(second, baseline, 'candidate') };
}

type TapesRead = (other: Side | null, named: PlayedTapes['named']) => Promise<Side>;

function readable(text: string, replaying: Replaying): Side | TapesRead {
  if (text.startsWith(PLANBENCH)) return planbenchSide(text);
  const name = shippedOrOwn(text);
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

const PLANBENCH = 'planbench:';
const WORLD = { env: 'planbench', envOptions: {} };

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
    // No model, hence no warning: the models differ on purpose.
    return { ...episode, row, model: null, digests, world: WORLD };
  });
}
