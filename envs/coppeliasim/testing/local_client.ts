import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScene } from '../../tabletop/check_scene.ts';
import type { Scene } from '../../tabletop/table/table.ts';
import { tabletop } from '../../tabletop/world.ts';
import { RemoteApi } from '../api/session.ts';
import type { RemoteApiConnection } from '../connection.ts';
import { decodeCbor, encodeCbor } from '../wire/cbor.ts';

export function sceneNamed(name: string): Scene {
  const path = join(tabletop.scenesFolder, `${name}.json`);
  return readScene(readFileSync(path, 'utf8'), path);
}

export function api(): RemoteApi {
  return new RemoteApi(sceneNamed('tower_3_01'));
}

export function client(shared = api(), uuid = 'client') {
  const session = shared.session();
  const ask = (func: string, ...args: readonly unknown[]) =>
    decodeCbor(session.answer(encodeCbor({ func, args, argsL: args.length, uuid, ver: 2 }))) as Record<string, unknown>;
  const value = <T>(func: string, ...args: readonly unknown[]) => (ask(func, ...args)['ret'] as T[])[0]!;
  return { session, ask, value };
}

type Call = readonly [func: string, args: readonly unknown[]];

/** `change` alters each request, `back` each answer. */
export function connectionTo(
  shared: RemoteApi,
  change = (...call: Call): Call => call,
  back = (_: string, given: unknown[]) => given,
): RemoteApiConnection {
  const { ask } = client(shared);
  return {
    name: 'the stand-in',
    async call(func, args) {
      const [changed, given] = change(func, args);
      let reply = ask(changed, ...given);
      while (reply['func'] === '_*wait*_') reply = ask('_*executed*_');
      if (reply['err'] !== undefined) throw new Error(String(reply['err']));
      return back(func, reply['ret'] as unknown[]);
    },
    close() {},
  };
}

export const FUNCTION_NAMES = ['sim', 'simIK', 'simOMPL'].flatMap((module) => {
  const functions = client().value<Record<string, object>>('zmqRemoteApi.info', module);
  return Object.entries(functions).flatMap(([name, value]) => ('func' in value ? [`${module}.${name}`] : []));
});
