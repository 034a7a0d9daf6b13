import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesIn } from '../../io/places.ts';
import { WORLD_NAMES, WORLDS, worldCalled } from './worlds.ts';

describe('WORLDS', () => {
  it('have a name each', () => {
    expect(WORLD_NAMES).toEqual(['household', 'tabletop', 'pddl']);
    expect(worldCalled('tabletop').name).toBe('tabletop');
    expect(() => worldCalled('constructor')).toThrow(
      'There is no world "constructor"; known: household, tabletop, pddl',
    );
  });
});

describe.each(WORLDS)('world $name', (world) => {
  const files = (folder: string) =>
    namesIn(folder, '.json').map((name) => [name, readFileSync(`${folder}/${name}.json`, 'utf8')] as const);

  it('has scenes and tasks of the form that it gives', () => {
    const scenes = files(world.scenesFolder);
    const tasks = files(world.tasksFolder).flatMap(([, text]) => JSON.parse(text).tasks);
    for (const [, text] of scenes) world.schemas.scene.parse(JSON.parse(text));
    for (const task of tasks) world.schemas.task.parse(task);
    expect(Math.min(scenes.length, tasks.length)).toBeGreaterThan(0);
  });

  it('looks as it says, and offers a name to begin with', async () => {
    const [name = '', text = ''] = files(world.scenesFolder)[0] ?? [];
    const scene = world.readScene(text, name);
    const tasks = files(world.tasksFolder).flatMap(([path, text]) => world.readTasks(text, path));
    const task = tasks.find((each) => world.isMeantFor?.(each, scene) ?? true);
    if (task === undefined) throw new Error(`No task is meant for scene "${name}"`);
    const env = world.bind(scene, task, {}).newEnv(1);
    const { observation } = await env.reset();
    expect(world.schemas.observation.parse(observation)).toEqual(observation);
    expect(observation.world).toBe(world.name);
    expect(world.actions.namesIn(observation).length).toBeGreaterThan(0);
    expect(Math.max(...Object.values(world.actions.verbs))).toBeGreaterThan(0);
    await env.close();
  });

  it('has a default and a description for every option', () => {
    const { properties = {} } = z.toJSONSchema(world.schemas.options, { io: 'input' });
    expect(world.schemas.options.parse({})).toEqual(expect.any(Object));
    for (const option of Object.values(properties)) expect(option).toHaveProperty('description');
  });
});
