/** Test support: a client that asks the remote API in the test's own process, without a socket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScene } from '../../tabletop/check_scene.ts';
import { tabletop } from '../../tabletop/world.ts';
import { RemoteApi } from '../api/session.ts';
import { decodeCbor, encodeCbor } from '../wire/cbor.ts';

export function api(): RemoteApi {
  const path = join(tabletop.scenesFolder, 'tower_3_01.json');
  return new RemoteApi(readScene(readFileSync(path, 'utf8'), path));
}

export function client(shared = api(), uuid = 'client') {
  const session = shared.session();
  const ask = (func: string, ...args: unknown[]) =>
    decodeCbor(session.answer(encodeCbor({ func, args, argsL: args.length, uuid, ver: 2 }))) as Record<string, unknown>;
  return { session, ask };
}
