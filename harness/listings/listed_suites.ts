/**
 * `tapedeck list suites`.
 *
 * @module
 */
import { readSuite, suiteNames } from '../suites/suite.ts';
import type { Row } from './listing.ts';

export function listedSuites(): readonly Row[] {
  return suiteNames().map((name) => {
    const { title, world, scenes, tasks, planners, plannerScenes, trials, model } = readSuite(name);
    return { suite: name, title, world, scenes, tasks, planners, plannerScenes, trials, model };
  });
}
