/**
 * A side that is a model's published answers to PlanBench, as they are read here: a suite is a domain and prompt, a task is an instance.
 *
 * @module
 */
import { unknownName } from '../io/errors/failure.ts';
import { type Cell, cellsOf, familyOf, modelOf, readScoredAnswers } from '../tables/papers/planbench/answer.ts';
import { episodeId } from '../trace/trace.ts';
import type { Side, SideEpisode } from './side.ts';

/** Before the model's name: `planbench:gpt-4-turbo`. */
export const PLANBENCH = 'planbench:';
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
    // That the models differ is what is compared, and no warning.
    return { ...episode, row, model: null, digests, world: WORLD };
  });
}
