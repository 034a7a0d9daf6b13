import { describe, expect, it } from 'vitest';
import { envContract } from '../kit/env_contract.ts';
import { decisionsAt } from '../tabletop/carry_out.ts';
import { compileGoal } from '../tabletop/goals/compile_goal.ts';
import { arbitraryTableActions } from '../tabletop/kit/arbitrary_table.ts';
import { BlockNames } from '../tabletop/table/arrangement.ts';
import type { Scene } from '../tabletop/table/table.ts';
import { newArm, tabletopEnvs } from '../tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../tabletop/tabletop_options.ts';
import { tabletop } from '../tabletop/world.ts';
import { RemoteApi } from './api/session.ts';
import type { RemoteApiConnection } from './connection.ts';
import { LiveTable } from './live_table.ts';
import { connectionTo, sceneNamed } from './testing/local_client.ts';
import { LiveTableEnv } from './world.ts';

const options = tabletopOptionsSchema.parse({});

function liveEnv(scene: Scene, connection: RemoteApiConnection, seed = 3): LiveTableEnv {
  const names = new BlockNames(scene.blocks.map(({ name }) => name));
  const arm = newArm(options);
  return new LiveTableEnv({
    table: new LiveTable(connection, scene),
    names,
    goal: compileGoal({ kind: 'tower', height: 3 }, names.blocks),
    decide: decisionsAt({ names, arm, placementSdM: 0 })(seed),
    home: arm.home,
  });
}

async function expectStepFails(connection: RemoteApiConnection, problem: string): Promise<LiveTableEnv> {
  const env = liveEnv(scene, connection);
  await env.reset();
  await expect(env.step(PICK)).rejects.toThrow(problem);
  return env;
}

const scene = sceneNamed('tower_3_01');
const elsewhere = new RemoteApi(sceneNamed('spelling_fun_01'));
const PICK = { verb: 'pick', args: ['C_block_1', 'table'] };

describe('LiveTableEnv', () => {
  it.each(['tower_3_01', 'organize_222_01', 'spelling_skill_01'])(
    'decides and sees in %s as the symbolic table does, refusals too',
    async (name) => {
      const own = sceneNamed(name);
      const live = liveEnv(own, connectionTo(elsewhere));
      const symbolic = tabletopEnvs(own, { goal: { kind: 'tower', height: 3 } }, {})(3);
      expect((await live.reset()).observation).toEqual((await symbolic.reset()).observation);
      const names = own.blocks.map((block) => block.name);
      const surfaces = [...names, 'table'];
      let carriedOut = 0;
      for (let step = 0; step < 24; step++) {
        const held = names[symbolic.state().held];
        const block = held ?? names[step % names.length]!;
        const [words] = symbolic.observe().states.flatMap(({ object, states }) => (object === block ? states : []));
        const action =
          held === undefined
            ? { verb: 'pick', args: [block, words!.slice('on '.length)] }
            : { verb: 'place', args: [block, surfaces[(3 * step) % surfaces.length]!] };
        const expected = await symbolic.step(action);
        expect(await live.step(action)).toEqual(expected);
        if (expected.ok) carriedOut++;
      }
      expect(carriedOut).toBeGreaterThan(3);
      live.close();
    },
  );

  it('names an object that the simulator’s scene lacks', async () => {
    const renamed = (args: readonly unknown[]) => (args[0] === '/attachPoint' ? ['/nothing', args[1]] : args);
    const connection = connectionTo(elsewhere, (func, args) => [func, renamed(args)]);
    await expect(liveEnv(scene, connection).reset()).rejects.toThrow('has no object "/attachPoint"');
  });

  it('does not begin if a block is not at its place', async () => {
    let poses = 0;
    const connection = connectionTo(new RemoteApi(scene), (func, args) => {
      if (func !== 'sim.setObjectPose' || ++poses !== 2) return [func, args];
      const [handle, [x, y, z, ...turn], frame] = args as [number, number[], number];
      return [func, [handle, [x, y! + 0.02, z, ...turn], frame]];
    });
    await expect(liveEnv(scene, connection).reset()).rejects.toThrow(/"\w_block_\d" should be at \(.*\), but is at \(/);
  });

  it('does not trust a position that it reads only once', async () => {
    const seen = await tabletopEnvs(scene, { goal: { kind: 'tower', height: 3 } }, {})(3).reset();
    const garbled = (isSo: (time: number) => boolean) => {
      let positions = 0;
      const back = (func: string, [position, ...rest]: unknown[]) => {
        if (func !== 'sim.getObjectPosition' || !isSo(positions++)) return [position, ...rest];
        const [x, y, z] = position as [number, number, number];
        return [[x, y, z + 0.055 * positions], ...rest];
      };
      return liveEnv(scene, connectionTo(new RemoteApi(scene), undefined, back)).reset();
    };
    expect(await garbled((time) => time === 3)).toEqual(seen);
    await expect(garbled(() => true)).rejects.toThrow('do not come to rest');
  });

  it('does not trust answers that belong to other calls', async () => {
    let before: unknown[] = [];
    let calls = 0;
    // From the first look on, each question about a pose is answered with the pose before.
    const connection = connectionTo(new RemoteApi(scene), undefined, (func, given) => {
      if (func !== 'sim.buildPose') return given;
      const stale = calls++ === 0 ? given : before;
      before = given;
      return stale;
    });
    await expectStepFails(connection, 'its answers belong to other calls');
  });

  it('fails if the arm is not at its target', async () => {
    let motions = 0;
    const connection = connectionTo(new RemoteApi(scene), (func, args) => {
      if (func !== 'sim.moveToConfig' || ++motions !== 2) return [func, args];
      const [motion] = args as [{ targetPos: number[] }];
      return [func, [{ ...motion, targetPos: motion.targetPos.with(3, motion.targetPos[3]! - 0.01) }]];
    });
    await expectStepFails(connection, 'the arm should be at');
  });

  it('fails if the gripper holds nothing', async () => {
    const renamed = (args: readonly unknown[]) => (args[0] === 'close_gripper' ? ['other', args[1]] : args);
    const connection = connectionTo(new RemoteApi(scene), (func, args) => [func, renamed(args)]);
    const env = await expectStepFails(connection, 'did not pick "C_block_1" as planned');
    await expect(env.observe()).rejects.toThrow('has not been reset');
  });
});

envContract({
  describe,
  it,
  title: 'a table in CoppeliaSim',
  world: tabletop,
  make: () => liveEnv(scene, connectionTo(new RemoteApi(scene))),
  walks: arbitraryTableActions(scene),
  accepted: PICK,
  runs: 3,
});
