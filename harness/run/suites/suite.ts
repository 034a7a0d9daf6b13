import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../../envs/checked_json.ts';
import { envOptionsProblem, WORLD_NAMES, worldCalled } from '../../episode/worlds.ts';
import { sha256 } from '../../io/digest.ts';
import { unknownName } from '../../io/errors/failure.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';

const NAME = /^[a-z0-9_][a-z0-9_.-]*$/;

/** Planners × tasks × trials. Paths in a user's suite are relative to it. */
export const suiteSchema = z.strictObject({
  name: z.string().regex(NAME).describe('names the folder of its tapes'),
  title: z.string(),
  world: z.enum(WORLD_NAMES),
  scenes: z.array(z.string()).min(1).describe('by name or path; `*` in a name stands for anything'),
  tasks: z.string().describe('a file of tasks, by name or path'),
  planners: z.array(z.string()).min(1),
  plannerScenes: z
    .record(z.string(), z.array(z.string()).min(1))
    .default({})
    .describe('planner, as runs name it → the only scenes in which it plays; one that is not named plays in all'),
  trials: z.int().min(1).max(1_000).default(1),
  envOptions: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('what the world is told beside the task, such as how many hands the robot has'),
  model: z.string().regex(NAME).describe('whose tapes are replayed unless told otherwise'),
  recorded: z.unknown().optional().describe('from an earlier version, and ignored: the tapes say what is recorded'),
});

export type Suite = z.infer<typeof suiteSchema> & {
  /** Base of relative paths; null for a shipped suite. */
  readonly folder: string | null;
};

export function suiteNames(): string[] {
  return namesIn(PLACES.suites, '.json');
}

/** Throws a CommandFailure on an unknown name, a JsonError on a damaged file. */
export function readSuite(nameOrPath: string): Suite {
  const isPath = looksLikePath(nameOrPath);
  if (!isPath && !suiteNames().includes(nameOrPath)) throw unknownName('suite', nameOrPath, suiteNames());
  const path = isPath ? nameOrPath : `${PLACES.suites}/${nameOrPath}.json`;
  const { value: suite, problem } = readCheckedJson(readText(path), suiteSchema, path);
  for (const list of ['scenes', 'planners'] as const) {
    const seen = new Set<string>();
    const twice = suite[list].findIndex((name) => seen.size === seen.add(name).size);
    if (twice !== -1) throw problem([list, twice], 'a name that is not there before');
  }
  const refused = envOptionsProblem(suite.world, suite.envOptions);
  if (refused !== null) throw problem(['envOptions', ...refused.path], refused.message);
  return { ...suite, folder: isPath ? dirname(resolve(path)) : null };
}

/** Expands patterns such as `tower_3_*`, without duplicates. Throws a CommandFailure if one matches nothing. */
export function sceneNames(suite: Suite, folder: string): string[] {
  const names = suite.scenes.flatMap((name) => {
    if (looksLikePath(name) || !name.includes('*')) return [name];
    const known = namesIn(folder, '.json');
    const fitting = known.filter((each) => fits(each, name));
    if (fitting.length === 0) throw unknownName('scene', name, known);
    return fitting;
  });
  return [...new Set(names)];
}

export function fits(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

export function fileOf(suite: Pick<Suite, 'folder'>, kind: string, nameOrPath: string, folder: string): string {
  if (looksLikePath(nameOrPath)) return resolve(suite.folder ?? PLACES.root, nameOrPath);
  const path = `${folder}/${nameOrPath}.json`;
  if (!existsSync(path)) throw unknownName(kind, nameOrPath, namesIn(folder, '.json'));
  return path;
}

function looksLikePath(text: string): boolean {
  return /[/\\]/.test(text) || text.endsWith('.json');
}

/** The digest ignores layout and the schema's name. */
type SceneRead = { readonly scene: { readonly name: string }; readonly digest: string };

/**
 * In suite order. Takes a number (from 1), file name, scene name, or pattern such as `tower_*`.
 * Throws a CommandFailure on an unknown one.
 */
export function readScenes(suite: Suite, wanted: readonly string[] | undefined): SceneRead[] {
  const listed = sceneNames(suite, worldCalled(suite.world).scenesFolder);
  const read = new Map<string, SceneRead>();
  const sceneOf = (name: string): SceneRead => {
    const scene = read.get(name) ?? readScene(suite, name);
    read.set(name, scene);
    return scene;
  };
  const chosen = wanted?.flatMap((given) => {
    const found = fileCalled(given, listed) ?? listed.find((name) => sceneOf(name).scene.name === given);
    if (found !== undefined) return [found];
    const fitting = given.includes('*') ? listed.filter((name) => fits(name, given)) : [];
    if (fitting.length > 0) return fitting;
    throw unknownName('scene of this suite', given, [...listed, ...listed.map((name) => sceneOf(name).scene.name)]);
  });
  return listed.filter((name) => chosen?.includes(name) ?? true).map(sceneOf);
}

function fileCalled(given: string, listed: readonly string[]): string | undefined {
  const numbered = /^\d+$/.test(given) ? listed[Number(given) - 1] : undefined;
  return numbered ?? listed.find((name) => name === given) ?? listed.find((name) => basename(name, '.json') === given);
}

function readScene(suite: Suite, name: string): SceneRead {
  const world = worldCalled(suite.world);
  const path = fileOf(suite, 'scene', name, world.scenesFolder);
  const text = readText(path);
  const scene = world.readScene(text, path); // first, for its clearer message
  const { $schema: _, ...content } = JSON.parse(text);
  return { scene, digest: sha256(JSON.stringify(content)) };
}
