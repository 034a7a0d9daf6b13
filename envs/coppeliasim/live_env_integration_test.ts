import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StepResult } from '../env.ts';
import { envContract } from '../kit/env_contract.ts';
import { decisionsAt } from '../tabletop/carry_out.ts';
import { readScene } from '../tabletop/check_scene.ts';
import { compileGoal } from '../tabletop/goals/compile_goal.ts';
import { arbitraryChoices, chosenAction } from '../tabletop/kit/arbitrary_table.ts';
import type { TabletopObservation } from '../tabletop/observation.ts';
import { BlockNames } from '../tabletop/table/block_names.ts';
import type { Scene } from '../tabletop/table/table.ts';
import { newArm, tabletopEnvs } from '../tabletop/tabletop_env.ts';
import { tabletopOptionsSchema } from '../tabletop/tabletop_options.ts';
import { tabletop } from '../tabletop/world.ts';
import { RemoteApi } from './api/session.ts';
import type { RemoteApiConnection } from './connection.ts';
import { LiveTableEnv } from './live_env.ts';
import { LiveTable } from './live_table.ts';
import { decodeCbor, encodeCbor } from './wire/cbor.ts';

function sceneOf(name: string): Scene {
  const path = join(tabletop.scenesFolder, `${name}.json`);
  return readScene(readFileSync(path, 'utf8'), path);
}

type Asked = readonly [func: string, args: readonly unknown[]];

/** Without a socket; `between` may change what is asked, `back` what is given. */
function connectionTo(
  api: RemoteApi,
  between = (...asked: Asked): Asked => asked,
  back = (_: string, given: unknown[]) => given,
): RemoteApiConnection {
  const session = api.session();
  const ask = (func: string, args: readonly unknown[]) =>
    decodeCbor(session.answer(encodeCbor({ func, args, argsL: args.length, uuid: 'test', ver: 2 }))) as Record<
      string,
      unknown
    >;
  return {
    name: 'the stand-in',
    async call(func, args) {
      let reply = ask(...between(func, args));
      while (reply['func'] === '_*wait*_') reply = ask('_*executed*_', []);
      if (reply['err'] !== undefined) throw new Error(String(reply['err']));
      return back(func, reply['ret'] as unknown[]);
    },
    close() {},
  };
}

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

const scene = sceneOf('tower_3_01');
const elsewhere = new RemoteApi(sceneOf('spelling_fun_01'));

describe('LiveTableEnv', () => {
  it.each(['tower_3_01', 'organize_222_01', 'spelling_skill_01'])(
    'decides and sees in %s as the symbolic table does, refusals too',
    async (name) => {
      const own = sceneOf(name);
      const live = liveEnv(own, connectionTo(elsewhere));
      const symbolic = tabletopEnvs(own, { goal: { kind: 'tower', height: 3 } }, {})(3);
      expect((await live.reset()).observation).toEqual((await symbolic.reset()).observation);
      const surfaces = [...own.blocks.map((block) => block.name), 'table'];
      let carriedOut = 0;
      for (let step = 0; step < 24; step++) {
        const verb = symbolic.state().held === -1 ? 'pick' : 'place';
        const block =
          verb === 'pick' ? own.blocks[step % own.blocks.length]!.name : own.blocks[symbolic.state().held]!.name;
        const below =
          symbolic
            .observe()
            .states.find(({ object }) => object === block)
            ?.states[0]?.slice('on '.length) ?? 'table';
        const action = { verb, args: [block, verb === 'pick' ? below : surfaces[(3 * step) % surfaces.length]!] };
        const expected = (await symbolic.step(action)) as StepResult<TabletopObservation>;
        expect(await live.step(action)).toEqual(expected);
        if (expected.ok) carriedOut++;
      }
      expect(carriedOut).toBeGreaterThan(3);
      live.close();
    },
  );

  it('names what the simulator’s scene lacks', async () => {
    const connection = connectionTo(elsewhere, (func, args) => [
      func,
      args[0] === '/attachPoint' ? ['/nothing', args[1]] : args,
    ]);
    await expect(liveEnv(scene, connection).reset()).rejects.toThrow('has no object "/attachPoint"');
  });

  it('does not begin where a block is not where it was put', async () => {
    let poses = 0;
    const connection = connectionTo(new RemoteApi(scene), (func, args) => {
      if (func !== 'sim.setObjectPose' || ++poses !== 2) return [func, args];
      const [handle, [x, y, z, ...turn], frame] = args as [number, number[], number];
      return [func, [handle, [x, y! + 0.02, z, ...turn], frame]];
    });
    await expect(liveEnv(scene, connection).reset()).rejects.toThrow(/"\w_block_\d" was put at \(.*\), and is at \(/);
  });

  it('believes no position that it reads only once', async () => {
    const symbolic = tabletopEnvs(scene, { goal: { kind: 'tower', height: 3 } }, {})(3);
    const seen = await symbolic.reset();
    let positions = 0;
    const garbled = (isSo: (time: number) => boolean) =>
      connectionTo(new RemoteApi(scene), undefined, (func, [position, ...rest]) => {
        if (func !== 'sim.getObjectPosition' || !isSo(positions++)) return [position, ...rest];
        const [x, y, z] = position as [number, number, number];
        return [[x, y, z + 0.055 * positions], ...rest];
      });
    expect(
      await liveEnv(
        scene,
        garbled((time) => time === 3),
      ).reset(),
    ).toEqual(seen);
    positions = 0;
    await expect(
      liveEnv(
        scene,
        garbled(() => true),
      ).reset(),
    ).rejects.toThrow('do not come to rest');
  });

  it('believes no answers that belong to other questions', async () => {
    let before: unknown[] = [];
    let calls = 0;
    // From the first look on, each question about a pose is answered with the pose before.
    const connection = connectionTo(new RemoteApi(scene), undefined, (func, given) => {
      if (func !== 'sim.buildPose') return given;
      const stale = calls++ === 0 ? given : before;
      before = given;
      return stale;
    });
    const env = liveEnv(scene, connection);
    await env.reset();
    await expect(env.step({ verb: 'pick', args: ['C_block_1', 'table'] })).rejects.toThrow(
      'its answers belong to other calls',
    );
  });

  it('is no success where the arm is not where it was sent', async () => {
    let motions = 0;
    const connection = connectionTo(new RemoteApi(scene), (func, args) => {
      if (func !== 'sim.moveToConfig' || ++motions !== 2) return [func, args];
      const [motion] = args as [{ targetPos: number[] }];
      return [func, [{ ...motion, targetPos: motion.targetPos.with(3, motion.targetPos[3]! - 0.01) }]];
    });
    const env = liveEnv(scene, connection);
    await env.reset();
    await expect(env.step({ verb: 'pick', args: ['C_block_1', 'table'] })).rejects.toThrow('the arm was sent to');
  });

  it('is no success where the gripper takes nothing', async () => {
    const connection = connectionTo(new RemoteApi(scene), (func, args) => [
      func,
      args[0] === 'close_gripper' ? ['other', args[1]] : args,
    ]);
    const env = liveEnv(scene, connection);
    await env.reset();
    await expect(env.step({ verb: 'pick', args: ['C_block_1', 'table'] })).rejects.toThrow(
      'did not pick "C_block_1" as planned',
    );
    await expect(env.observe()).rejects.toThrow('has not been reset');
  });
});

const walks = arbitraryChoices.map((choices) => {
  const env = tabletopEnvs(scene, { goal: { kind: 'tower', height: 3 } }, { motion: 'none' })(3);
  let { observation } = env.reset() as { observation: TabletopObservation };
  return choices.map((choice) => {
    const action = chosenAction(observation, choice);
    observation = (env.step(action) as StepResult<TabletopObservation>).observation;
    return action;
  });
});

envContract({
  describe,
  it,
  title: 'a table in CoppeliaSim',
  world: tabletop,
  make: () => liveEnv(scene, connectionTo(new RemoteApi(scene))),
  walks,
  accepted: { verb: 'pick', args: ['C_block_1', 'table'] },
  runs: 3,
});
