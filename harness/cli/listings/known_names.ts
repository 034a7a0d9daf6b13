/**
 * The names that may stand for a suite, a planner, a scene, a task, a model or a table on the command line. What is needed to tell them is loaded
 * when they are asked for.
 *
 * @module
 */

import { PLANNER_NAMES } from '../../episode/planners.ts';
import { namesIn, PLACES } from '../../io/places.ts';

/** The suite that is named already, where one is. */
export type NamedSuite = string | undefined;

/** Name of an option or a positional → what may stand there. Rejects where the suite cannot be read. */
export const KNOWN_NAMES: Readonly<Record<string, (suite: NamedSuite) => Promise<readonly string[]>>> = {
  suite: async () => namesIn(PLACES.suites, '.json'),
  planner: async () => PLANNER_NAMES,
  scene: async (suite) => (await cellsOf(suite)).scenes,
  task: async (suite) => (await cellsOf(suite)).tasks,
  model: modelsOnTapes,
  table: async () => (await import('../../tables/papers/papers.ts')).TABLE_NAMES,
};

async function cellsOf(name: NamedSuite): Promise<{ scenes: readonly string[]; tasks: readonly string[] }> {
  const [{ fileOf, readSuite, sceneNames, suiteNames }, { worldCalled }, { readText }] = await Promise.all([
    import('../../run/suites/suite.ts'),
    import('../../episode/worlds.ts'),
    import('../../io/read_text.ts'),
  ]);
  const suites = (name === undefined ? suiteNames() : [name]).map((each) => readSuite(each));
  const scenes = suites.flatMap((suite) => sceneNames(suite, worldCalled(suite.world).scenesFolder));
  const tasks = suites.flatMap((suite) => {
    const { readTasks, tasksFolder } = worldCalled(suite.world);
    const path = fileOf(suite, 'file of tasks', suite.tasks, tasksFolder);
    return readTasks(readText(path), path).map((task) => task.name);
  });
  return { scenes: [...new Set(scenes)], tasks: [...new Set(tasks)] };
}

async function modelsOnTapes(): Promise<readonly string[]> {
  const { knownTapes } = await import('../../../cassettes/reading/known_tapes.ts');
  return [...new Set([PLACES.tapes, PLACES.ownTapes].flatMap((tapes) => knownTapes(tapes)).map(({ model }) => model))];
}
