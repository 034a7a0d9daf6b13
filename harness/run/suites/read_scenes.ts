/**
 * The scenes of a suite, or those of them that were asked for.
 *
 * @module
 */
import { basename } from 'node:path';
import { worldCalled } from '../../episode/registry/worlds.ts';
import { sha256 } from '../../io/digest.ts';
import { unknownName } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { fileOf, fits, type Suite, sceneNames } from './suite.ts';

/** A scene with the digest of its JSON, its layout and the name of its schema aside. */
export type SceneRead = { readonly scene: { readonly name: string }; readonly digest: string };

/**
 * In the suite's order. A scene is asked for by number (`2` for the suite's second), by the name of its file, or by the name
 * that stands in it; several by a pattern of listed names, such as `tower_*`. Throws a CommandFailure on one that is not known.
 */
export function readScenes(suite: Suite, wanted: readonly string[] | undefined): SceneRead[] {
  const listed = sceneNames(suite, worldCalled(suite.world).scenesFolder);
  const read = new Map<string, SceneRead>();
  const sceneOf = (name: string): SceneRead => {
    const scene = read.get(name) ?? readScene(suite, name);
    read.set(name, scene);
    return scene;
  };
  const isCalled = (given: string) => (name: string) => sceneOf(name).scene.name === given;
  const chosen = wanted?.flatMap((given) => {
    const found = fileCalled(given, listed) ?? listed.find(isCalled(given));
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
  const scene = world.readScene(text, path); // first: it says what is wrong with the text
  const { $schema: _, ...content } = JSON.parse(text);
  return { scene, digest: sha256(JSON.stringify(content)) };
}
