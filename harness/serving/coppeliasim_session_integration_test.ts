import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IndependentClient, type RemoteModule } from '../../envs/coppeliasim/testing/independent_client.ts';
import { serving } from '../testing/serving.ts';

async function client(scene = 'tower_3_01'): Promise<IndependentClient> {
  const { url } = await serving(['serve', 'coppeliasim', '--port', '0', '--scene', scene]);
  const made = new IndependentClient(url);
  onTestFinished(() => made.close());
  return made;
}

/** What both official examples do between making their dummies and removing them. */
async function simulated(sim: RemoteModule): Promise<{ free: number; stepped: number }> {
  const times = { free: 0, stepped: 0 };
  const said = async (time: number) =>
    void (await sim.call('addLog', sim.constant('verbosity_scriptinfos'), `Simulation time: ${time.toFixed(2)} [s]`));
  await sim.call('startSimulation');
  for (let time = 0; time < 3; time = await sim.call<number>('getSimulationTime')) {
    times.free++;
    await said(time);
  }
  await sim.call('stopSimulation');
  while ((await sim.call('getSimulationState')) !== sim.constant('simulation_stopped')) await setTimeout(10);
  await sim.call('setStepping', true);
  await sim.call('startSimulation');
  for (let time = 0; time < 3; time = await sim.call<number>('getSimulationTime')) {
    times.stepped++;
    await said(time);
    await sim.call('step');
  }
  await sim.call('stopSimulation');
  return times;
}

const ZEROS = Array<number>(12).fill(0);
const FIFTY = Array.from({ length: 50 }, (_, index) => index);

describe('a client of CoppeliaSim’s remote API', () => {
  it('runs the calls of the official example simpleTest', async () => {
    const sim = await (await client()).require('sim');
    const handles: number[] = [];
    for (const _ of FIFTY) handles.push(await sim.call<number>('createDummy', 0.01, ZEROS));
    for (const [i, handle] of handles.entries()) {
      await sim.call('setObjectPosition', handle, -1, [0.01 * i, 0.01 * i, 0.01 * i]);
    }
    expect(new Set(handles).size).toBe(50);
    expect((await simulated(sim)).stepped).toBe(60);
    for (const handle of handles) await sim.call('removeObject', handle);
    expect(await sim.call('isHandle', handles[0])).toBe(false);
  });

  it('runs the calls of its non-blocking twin, many at a time', async () => {
    const sim = await (await client()).require('sim');
    const idle = sim.constant('intparam_idle_fps');
    const before = await sim.call<number>('getInt32Param', idle);
    await sim.call('setInt32Param', idle, 0);
    expect(await sim.call('getInt32Param', idle)).toBe(0);
    const handles = await Promise.all(FIFTY.map(() => sim.call<number>('createDummy', 0.01, ZEROS)));
    await Promise.all(
      handles.map((handle, i) => sim.call('setObjectPosition', handle, -1, [0.01 * i, 0.01 * i, 0.01 * i])),
    );
    expect((await simulated(sim)).stepped).toBe(60);
    await Promise.all(handles.map((handle) => sim.call('removeObject', handle)));
    await sim.call('setInt32Param', idle, before);
    expect(await sim.call('getInt32Param', idle)).toBe(before);
  });

  it('finds that time passed while it asked for nothing, and that joints turned', async () => {
    const sim = await (await client()).require('sim');
    const joint = await sim.call<number>('getObject', '/Panda/joint');
    await sim.call('startSimulation');
    await sim.call('setJointTargetVelocity', joint, 0.1);
    const before = await sim.call<number>('getSimulationTime');
    await setTimeout(400);
    expect(await sim.call('getSimulationTime')).toBeGreaterThan(before + 0.3);
    expect(await sim.call('getJointPosition', joint)).toBeGreaterThan(0.03);
    await sim.call('setStepping', true);
    const stepped = await sim.call<number>('getSimulationTime');
    await setTimeout(200);
    expect(await sim.call('getSimulationTime')).toBe(stepped);
  });
});
