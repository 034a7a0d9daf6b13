import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { namesIn } from '../io/places.ts';
import { envOptionsProblem, WORLD_NAMES, WORLDS, withEnvOptions, worldCalled } from './worlds.ts';

describe('WORLDS', () => {
  it('have a name each', () => {
    expect(WORLD_NAMES).toEqual(['household', 'tabletop', 'pddl']);
    expect(worldCalled('tabletop').name).toBe('tabletop');
    const unknown = 'There is no world "constructor"; known: household, tabletop, pddl';
    expect(() => worldCalled('constructor')).toThrow(unknown);
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

describe('withEnvOptions()', () => {
  it('puts settings on top of the suite’s, within options too', () => {
    const suite = { hands: 1, noise: { falseSuccess: 0.1 } };
    const options = withEnvOptions('household', suite, ['noise.missedDetection=0.2', 'perception=on_entry', 'hands=2']);
    expect(options).toEqual({ hands: 2, perception: 'on_entry', noise: { falseSuccess: 0.1, missedDetection: 0.2 } });
    expect(suite).toEqual({ hands: 1, noise: { falseSuccess: 0.1 } });
  });

  it.for([
    ['hands', 'expected KEY=VALUE'],
    ['=1', 'expected KEY=VALUE'],
    ['hands=3', 'hands: '],
    ['noise.missedDetection=2', 'noise.missedDetection: '],
    ['noise.rain=1', 'noise: '],
    ['__proto__.x=1', 'options: '],
    ['perception=sometimes', 'perception: '],
  ] as const)('refuses %s by name', ([setting, problem]) => {
    expect(() => withEnvOptions('household', {}, [setting])).toThrow(problem);
    expect(() => withEnvOptions('household', {}, [setting])).toThrow(`"${setting}"`);
  });
});

describe('envOptionsProblem()', () => {
  it('says where in the options of a suite a mistake is', () => {
    const problem = envOptionsProblem('household', { noise: { falseSuccess: 'often' } });
    expect(problem?.path).toEqual(['noise', 'falseSuccess']);
    expect(envOptionsProblem('household', {})).toBeNull();
  });
});
