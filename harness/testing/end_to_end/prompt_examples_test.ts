import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { household } from '../../../envs/household/world.ts';
import { namesIn, PLACES } from '../../io/places.ts';

const { scenesFolder } = household;
const houses = namesIn(scenesFolder, '.json').map((name) => readFileSync(join(scenesFolder, `${name}.json`), 'utf8'));

it.for([
  'inner_monologue/prompts/paper/next_action.txt',
  'progprompt/prompts/paper/example_1.txt',
  'progprompt/prompts/paper/example_2.txt',
  'progprompt/prompts/paper/example_3.txt',
])('no house holds what %s shows', (path) => {
  const text = readFileSync(join(PLACES.planners, path), 'utf8');
  const things = new Set(Array.from(text.matchAll(/\b([a-z]+)\d+\b/g), ([, thing = '']) => thing));
  expect(things.size).toBeGreaterThan(1);
  const held = [...things].filter((thing) => houses.some((house) => new RegExp(`"${thing}\\d`).test(house)));
  expect(held).toEqual([]);
});
