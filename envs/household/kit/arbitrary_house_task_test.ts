import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readHouse } from '../scene/read_house.ts';
import { household } from '../world.ts';
import { arbitraryHouse, arbitraryHouseOf } from './arbitrary_house.ts';
import { arbitraryHouseTask } from './arbitrary_house_task.ts';

const BARE = arbitraryHouseOf({ roomsMax: 1, thingsMax: 0, classNames: ['mug'], spreadM: 1, flawsOneIn: 4 });

it.each([
  ['a house', arbitraryHouse],
  ['a bare house', BARE],
])('arbitraryHouseTask() can be set in %s, and is not done at the start', (_, houses) => {
  const set = houses.chain((text) => {
    const house = readHouse(text, 'any_house.json');
    return arbitraryHouseTask(house).map((task) => ({ house, task }));
  });
  fc.assert(
    fc.asyncProperty(set, async ({ house, task }) => {
      expect(household.schemas.task.safeParse(task).success).toBe(true);
      const { goal } = await household.bind(house, task, {}).newEnv(0).reset();
      expect(goal.success).toBe(false);
    }),
  );
});
