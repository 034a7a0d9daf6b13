import { expect, test } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';

test('tapedeck list planners says whose option each line is', async () => {
  const { out } = await tapedeck('list', 'planners');
  expect(out).toMatch(/^ {2}llm_state\+summary= .*default true/m);
  expect(out).toMatch(/^ {2}olp\+solver= /m);
});

test('tapedeck list worlds shows what each is told, and as JSON what its files are like', async () => {
  const { out } = await tapedeck('list', 'worlds');
  expect(out).toMatch(/^household +move\/1, pickup\/1, placein\/2, .* 6$/m);
  expect(out).toMatch(/^ {2}household --env-option hands= .*default 2/m);
  const worlds = JSON.parse((await tapedeck('list', 'worlds', '--json')).out);
  const tabletop = worlds.find(({ world }: { world: string }) => world === 'tabletop');
  expect(tabletop.schemas.scene).toMatchObject({ type: 'object', required: ['name', 'blocks'] });
  expect(Object.keys(tabletop.schemas)).toEqual(['observation', 'scene', 'task', 'options']);
});
