import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../../envs/checked_json.ts';
import type { Action } from '../../../envs/env.ts';
import type { EnvOptions } from '../../../envs/world.ts';
import { envOptionsProblem, WORLD_NAMES, worldCalled } from '../../episode/worlds.ts';
import { sha256 } from '../../io/digest.ts';
import { unknownName } from '../../io/errors/failure.ts';
import { namesIn, PLACES } from '../../io/places.ts';
import { readText } from '../../io/read_text.ts';

const entrySchema = z
  .strictObject({
    scene: z.string(),
    task: z.string(),
    digest: z.string(),
    steps: z.int().min(1),
    optimal: z.boolean(),
    lowerBound: z.int().min(0),
    expanded: z.int().min(0),
    plan: z.array(z.string().regex(/^[a-z-]+\([^()]*\)$/)),
  })
  .refine(({ plan, steps }) => plan.length === steps, { path: ['plan'], error: 'as many actions as steps' })
  .refine(({ lowerBound, steps }) => lowerBound <= steps, { path: ['lowerBound'], error: 'no more than steps' })
  .refine(({ optimal, lowerBound, steps }) => optimal === (lowerBound === steps), {
    path: ['optimal'],
    error: 'true if and only if lowerBound equals steps',
  });

const fileSchema = z.strictObject({ format: z.literal(1), suite: z.string(), references: z.array(entrySchema) });

export type ReferenceEntry = Readonly<z.infer<typeof entrySchema>>;

export type ReferenceGround = Readonly<{ scene: string; task: string; envOptions: EnvOptions }>;

export function referencesPath({ folder, name }: Suite): string {
  return folder === null ? `${PLACES.references}/${name}.json` : join(folder, `${name}.references.json`);
}

export function readReferences(suite: Suite) {
  const path = referencesPath(suite);
  const byCell = existsSync(path) ? readEntries(path, suite.name) : new Map<string, ReferenceEntry>();
  return {
    entry(scene: string, task: string, ground: ReferenceGround): ReferenceEntry | null {
      const entry = byCell.get(`${scene}/${task}`);
      return entry?.digest === referenceDigest(ground) ? entry : null;
    },
  };
}

function readEntries(path: string, suite: string): Map<string, ReferenceEntry> {
  const { value, problem } = readCheckedJson(readText(path), fileSchema, path);
  if (value.suite !== suite) throw problem(['suite'], `"${suite}", the name of the suite`);
  const byCell = new Map<string, ReferenceEntry>();
  for (const [index, entry] of value.references.entries()) {
    const cell = `${entry.scene}/${entry.task}`;
    if (byCell.has(cell)) throw problem(['references', index, 'task'], 'a task that appears only once in its scene');
    byCell.set(cell, entry);
  }
  return byCell;
}

export function referenceDigest({ scene, task, envOptions }: ReferenceGround): string {
  return sha256(JSON.stringify([scene, task, envOptions]));
}

export function referencesText(suite: string, entries: readonly ReferenceEntry[]): string {
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "format": 1,\n  "suite": ${JSON.stringify(suite)},\n  "references": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export function planText(plan: readonly Action[]): string[] {
  return plan.map(({ verb, args }) => `${verb}(${args.join(', ')})`);
}

export function readPlanText(plan: readonly string[]): Action[] {
  return plan.map((step) => {
    const [verb = '', args = ''] = step.slice(0, -1).split('(');
    return { verb, args: args === '' ? [] : args.split(', ') };
  });
}

const NAME = /^[a-z0-9_][a-z0-9_.-]*$/;

/** Paths are relative to the suite's file. */
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
    .describe('planner, as runs name it → the only scenes in which it plays; other planners play in all'),
  trials: z.int().min(1).max(1_000).default(1),
  envOptions: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('options of the world, such as the number of hands of the robot'),
  model: z.string().regex(NAME).describe('the model whose tapes are replayed by default'),
  recorded: z.unknown().optional().describe('from an earlier version, and ignored: the tapes say what is recorded'),
});

export type Suite = z.infer<typeof suiteSchema> & { readonly folder: string | null };

export function suiteNames(): string[] {
  return namesIn(PLACES.suites, '.json');
}

/** Throws a CommandFailure on an unknown name, a JsonError on an invalid file. */
export function readSuite(nameOrPath: string): Suite {
  const isPath = looksLikePath(nameOrPath);
  if (!isPath && !suiteNames().includes(nameOrPath)) throw unknownName('suite', nameOrPath, suiteNames());
  const path = isPath ? nameOrPath : `${PLACES.suites}/${nameOrPath}.json`;
  const { value: suite, problem } = readCheckedJson(readText(path), suiteSchema, path);
  for (const list of ['scenes', 'planners'] as const) {
    const seen = new Set<string>();
    const duplicate = suite[list].findIndex((name) => seen.size === seen.add(name).size);
    if (duplicate !== -1) throw problem([list, duplicate], 'a name that appears only once');
  }
  const refused = envOptionsProblem(suite.world, suite.envOptions);
  if (refused !== null) throw problem(['envOptions', ...refused.path], refused.message);
  return { ...suite, folder: isPath ? dirname(resolve(path)) : null };
}

export function sceneNames(suite: Suite, folder: string): string[] {
  const names = suite.scenes.flatMap((name) => {
    if (looksLikePath(name) || !name.includes('*')) return [name];
    const known = namesIn(folder, '.json');
    const matches = known.filter((each) => matchesPattern(each, name));
    if (matches.length === 0) throw unknownName('scene', name, known);
    return matches;
  });
  return [...new Set(names)];
}

function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let end = first.length;
  for (const part of parts) {
    const start = name.indexOf(part, end);
    if (start === -1) return false;
    end = start + part.length;
  }
  return end <= name.length - last.length;
}

export function fileOf(suite: Pick<Suite, 'folder'>, kind: string, nameOrPath: string, folder: string): string {
  if (looksLikePath(nameOrPath)) return resolve(suite.folder ?? PLACES.root, nameOrPath);
  const path = `${folder}/${nameOrPath}.json`;
  if (!existsSync(path)) throw unknownName(kind, nameOrPath, namesIn(folder, '.json'));
  return path;
}

function looksLikePath(text: string) {
  return /[/\\]/.test(text) || text.endsWith('.json');
}

type SceneFile = Readonly<{ scene: { readonly name: string }; digest: string }>;

/** In suite order; `words`: numbers from 1, files, scene names or patterns such as `tower_*`. */
export function readScenes(suite: Suite, words: readonly string[] | undefined): SceneFile[] {
  const files = sceneNames(suite, worldCalled(suite.world).scenesFolder);
  const scenes = new Map<string, SceneFile>();
  const sceneOf = (file: string): SceneFile => {
    const scene = scenes.get(file) ?? readScene(suite, file);
    scenes.set(file, scene);
    return scene;
  };
  const chosen = words?.flatMap((word) => {
    const file = fileCalled(word, files) ?? files.find((each) => sceneOf(each).scene.name === word);
    if (file !== undefined) return [file];
    const matches = word.includes('*') ? files.filter((each) => matchesPattern(each, word)) : [];
    if (matches.length > 0) return matches;
    throw unknownName('scene of this suite', word, [...files, ...files.map((each) => sceneOf(each).scene.name)]);
  });
  return files.filter((file) => chosen?.includes(file) ?? true).map(sceneOf);
}

function fileCalled(word: string, files: readonly string[]): string | undefined {
  const numbered = /^\d+$/.test(word) ? files[Number(word) - 1] : undefined;
  return numbered ?? files.find((file) => file === word) ?? files.find((file) => basename(file, '.json') === word);
}

function readScene(suite: Suite, name: string): SceneFile {
  const world = worldCalled(suite.world);
  const path = fileOf(suite, 'scene', name, world.scenesFolder);
  const text = readText(path);
  const scene = world.readScene(text, path); // clearer errors than those of JSON.parse
  const { $schema: _, ...content } = JSON.parse(text);
  return { scene, digest: sha256(JSON.stringify(content)) };
}
