import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { householdEnvs } from './household_env.ts';
import type { Placed } from './observation.ts';
import { type HouseholdTask, readTasks, taskFor } from './tasks.ts';
import { houseNamed } from './testing/small_house.ts';
import { actionsOf } from './testing/walks.ts';

const house = houseNamed('house_1');
const [table1, [listing]] = ['table_1', 'listings'].map((name) =>
  readTasks(readFileSync(new URL(`tasks/${name}.json`, import.meta.url), 'utf8'), name),
) as [HouseholdTask[], HouseholdTask[]];

/** The walk that toasts slices one by one and carries them to the table, two at a time. */
function toast(...slices: string[]): string {
  const walk: string[] = [];
  for (const [index, slice] of slices.entries()) {
    walk.push(`move ${slice}, pickup ${slice}, move toaster1, placein ${slice} toaster1`);
    walk.push(`switchon toaster1, switchoff toaster1, pickup ${slice}`);
    if (index % 2 === 0 && index < slices.length - 1) continue;
    const held = slices.slice(index - (index % 2), index + 1);
    walk.push('move kitchentable1', ...held.map((toasted) => `placeon ${toasted} kitchentable1`));
  }
  return walk.join(', ');
}

const ON_TABLE =
  'book3 waterglass1 waterglass2 waterglass3 waterglass4 cutleryknife1 cutleryknife2 cutleryknife3 cutleryknife4 ' +
  'cutleryfork1 cutleryfork2 cutleryfork3 cutleryfork4 plate4 plate5 plate6 plate7 whippedcream1 pie1';

const WALKS: Readonly<Record<string, string>> = {
  switch_off_bedroom_light: 'move bedroom1, move lightswitch2, switchoff lightswitch2',
  open_fridge: 'move kitchen1, move fridge1, open fridge1',
  put_book_on_desk: 'move bedroom1, move book1, pickup book1, move desk1, placeon book1 desk1',
  switch_off_all_lights:
    'move lightswitch1, switchoff lightswitch1, move bedroom1, move lightswitch2, switchoff lightswitch2, ' +
    'move kitchen1, move lightswitch3, switchoff lightswitch3, move livingroom1, move lightswitch4, switchoff lightswitch4',
  use_computer: 'move bedroom1, move computer1, switchon computer1',
  put_magazine_on_bed:
    'move bedroom1, move livingroom1, move magazine1, pickup magazine1, move bed1, placeon magazine1 bed1',
  make_toast: 'move kitchen1, move breadslice1, pickup breadslice1, placein breadslice1 toaster1, switchon toaster1',
  heat_milk:
    'move kitchen1, move fridge1, open fridge1, pickup milk1, move microwave1, open microwave1, ' +
    'placein milk1 microwave1, close microwave1, switchon microwave1',
  toothbrush_and_facecream_in_cabinet:
    'move bathroomcabinet1, open bathroomcabinet1, move toothbrush1, pickup toothbrush1, pickup facecream1, ' +
    'move bathroomcabinet1, placein toothbrush1 bathroomcabinet1, placein facecream1 bathroomcabinet1',
  empty_kitchen_table: `move kitchen1, move kitchencabinet1, open kitchencabinet1, ${ON_TABLE.split(' ')
    .map((thing) => `move ${thing}, pickup ${thing}, move kitchencabinet1, placein ${thing} kitchencabinet1`)
    .join(', ')}`,
  wineglass_and_juice_on_desk:
    'move bedroom1, move kitchen1, move fridge1, open fridge1, pickup juice1, move wineglass1, pickup wineglass1, ' +
    'move desk1, placeon wineglass1 desk1, placeon juice1 desk1',
  make_3_toasts: `move kitchen1, ${toast('breadslice1', 'breadslice2', 'breadslice3')}`,
  make_6_toasts: `move kitchen1, move fridge1, open fridge1, ${toast(...[1, 2, 3, 4, 5, 6].map((slice) => `breadslice${slice}`))}`,
  make_2_toasts: `move kitchen1, move kitchencabinet2, open kitchencabinet2, ${toast('bread1', 'bread3')}`,
  take_three_from_table:
    'move kitchen1, move cutleryknife1, pickup cutleryknife1, move pie1, pickup pie1, move bench1, ' +
    'placeon cutleryknife1 bench1, placeon pie1 bench1, move book3, pickup book3, move bench1, placeon book3 bench1',
};

const LISTING_3 = {
  objects:
    'towelrack1 IN bathroom1, towelrack2 IN bathroom1, towelrack3 IN bathroom1, towelrack4 IN bathroom1, ' +
    'faucet1 ON bathroomcounter1, towel1 ON bathroomcounter1, towel2 ON bathroomcounter1, towel3 ON towel1, ' +
    'hairproduct1 IN bathroom1, hairproduct2 IN bathroom1, facecream1 ON bathroomcounter1, plate1 ON wallshelf1, ' +
    'toothpaste1 ON bathroomcounter1, toothbrush1 ON bathroomcounter1, barsoap1 ON bathroomcounter1, ' +
    'towel4 IN bathroom1, towel5 IN bathroom1, candle1 ON wallshelf1, lightswitch1 IN bathroom1, ' +
    'washingmachine1 IN bathroom1, tablelamp1 ON nightstand1, tablelamp2 ON nightstand2, chair1 IN bedroom1, ' +
    'chair2 IN bedroom1, mouse1 ON desk1, keyboard1 ON desk1, lightswitch2 IN bedroom1, computer1 IN bedroom1, ' +
    'radio1 IN bookshelf1, cellphone1 ON coffeetable1, book1 ON bookshelf1, book2 IN bookshelf1, box1 IN bookshelf1, ' +
    'plate2 ON desk1, mug1 ON desk1, cupcake1 ON desk1, cupcake2 ON desk1, plate3 ON coffeetable1, ' +
    'slippers1 IN bedroom1, slippers2 IN bedroom1, cellphone2 ON coffeetable1, folder1 ON bookshelf1, ' +
    'folder2 ON bookshelf1',
  containers:
    'toilet1 IN bathroom1, bathroomcabinet1 IN bathroom1, washingmachine1 IN bathroom1, nightstand1 IN bedroom1, ' +
    'nightstand2 IN bedroom1, closet1 IN bedroom1, closet2 IN bedroom1',
  surfaces:
    'towelrack1 IN bathroom1, towelrack2 IN bathroom1, towelrack3 IN bathroom1, towelrack4 IN bathroom1, ' +
    'bathroomcabinet1 IN bathroom1, bathroomcounter1 IN bathroom1, plate1 ON wallshelf1, nightstand1 IN bedroom1, ' +
    'bookshelf1 IN bedroom1, nightstand2 IN bedroom1, chair1 IN bedroom1, desk1 IN bedroom1, bed1 IN bedroom1, ' +
    'chair2 IN bedroom1, coffeetable1 IN bedroom1, mousemat1 ON desk1, radio1 IN bookshelf1, plate2 ON desk1, ' +
    'plate3 ON coffeetable1',
};

function entries(list: readonly Placed[]): string {
  return list.map(({ name, relation, place }) => `${name} ${relation} ${place}`).join(', ');
}

describe('house_1', () => {
  it('shows what Listing 3 of LLM-State shows, after the prologue of its task', () => {
    const task = taskFor(house, listing as HouseholdTask);
    const env = householdEnvs(house, task)();
    expect(env.reset().observation.room).toBe('bathroom1');
    const results = task.prologue?.map((action) => env.step(action));
    expect(results?.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    const { objects, containers, surfaces, ...rest } = env.observe();
    expect({ objects: entries(objects), containers: entries(containers), surfaces: entries(surfaces) }).toEqual(
      LISTING_3,
    );
    expect(rest).toEqual({
      world: 'household',
      rooms: ['bathroom1', 'bedroom1', 'kitchen1', 'livingroom1'],
      holding: [],
      closeTo: ['plate3', 'cellphone1', 'coffeetable1', 'cellphone2'],
      room: 'bedroom1',
    });
  });

  it.each(table1)('is solved by hand within the cap, for $name', (inFile) => {
    const task = taskFor(house, inFile);
    const env = householdEnvs(house, task)();
    expect(env.reset().goal.success).toBe(false);
    const walk = actionsOf(WALKS[task.name]!);
    expect(walk.length).toBeLessThanOrEqual(task.stepsMax);
    const results = walk.map((action) => ({ action, ...env.step(action) }));
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(results.findIndex(({ goal }) => goal.success)).toBe(walk.length - 1);
    expect(results.at(-1)?.goal.share).toBe(1);
  });
});
