import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tabletopObservationSchema } from '../observation.ts';
import { tabletopEnvs } from '../tabletop_env.ts';
import { tabletop } from '../world.ts';
import { arbitraryTable, arbitraryTableActions, arbitraryTableObservation } from './arbitrary_table.ts';
import { arbitraryTableTask } from './arbitrary_table_task.ts';

it('arbitraryTable() gives scenes with as many blocks as it is told, which read back', () => {
  fc.assert(
    fc.property(arbitraryTable({ blocksMin: 2, blocksMax: 4 }), (scene) => {
      expect(scene.blocks.length).toBeGreaterThanOrEqual(2);
      expect(scene.blocks.length).toBeLessThanOrEqual(4);
      expect(tabletop.readScene(JSON.stringify(scene), 'random.json')).toEqual(scene);
    }),
  );
});

it('arbitraryTableActions() gives walks of which many actions are carried out, and many refused', async () => {
  const walks = arbitraryTable().chain((scene) => arbitraryTableActions(scene).map((actions) => ({ scene, actions })));
  const counts = { carriedOut: 0, refused: 0 };
  for (const { scene, actions } of fc.sample(walks, { numRuns: 50, seed: 1 })) {
    const env = tabletopEnvs(scene, { goal: { kind: 'organize' } }, { motion: 'none', physics: 'none' })(0);
    await env.reset();
    for (const action of actions) counts[(await env.step(action)).ok ? 'carriedOut' : 'refused'] += 1;
  }
  expect(counts.carriedOut).toBeGreaterThan(counts.refused);
  expect(counts.refused).toBeGreaterThan(100);
});

it('arbitraryTableTask() can be set at the table, and is not done at the start', async () => {
  const set = arbitraryTable({ blocksMin: 2, blocksMax: 6 }).chain((scene) =>
    arbitraryTableTask(scene).map((task) => ({ scene, task })),
  );
  await fc.assert(
    fc.asyncProperty(set, async ({ scene, task }) => {
      expect(tabletop.schemas.task.safeParse(task).success).toBe(true);
      const env = tabletop.bind(scene, task, { motion: 'none', physics: 'none' }).newEnv(0);
      expect((await env.reset()).goal.success).toBe(false);
    }),
  );
  const [single] = fc.sample(arbitraryTable({ blocksMax: 1 }), 1);
  expect(() => arbitraryTableTask(single!)).toThrow('fewer than two blocks');
});

it('arbitraryTableObservation is what may be sensed', () => {
  fc.assert(
    fc.property(arbitraryTableObservation, (observation) => {
      expect(tabletopObservationSchema.parse(observation)).toEqual(observation);
    }),
  );
});
