import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { RemoteApi } from '../../../../envs/coppeliasim/api/session.ts';
import { encodeCbor } from '../../../../envs/coppeliasim/wire/cbor.ts';
import { greeting, messageFrames, readyCommand, ZmtpReader } from '../../../../envs/coppeliasim/wire/zmtp.ts';
import { readScene } from '../../../../envs/tabletop/check_scene.ts';
import { tabletop } from '../../../../envs/tabletop/world.ts';
import { remoteApiServer } from '../serve_coppeliasim.ts';

const CALLS: readonly (readonly [func: string, ...args: unknown[]])[] = [
  ['sim.getObjectPosition', 27, -1],
  ['sim.getJointPosition', 20],
  ['sim.getObject', '/Panda/joint', { index: 3 }],
  ['sim.setJointPosition', 18, 0.1],
  ['sim.getSimulationState'],
];

export async function benchRemoteApiServer({ calls = 10_000 } = {}) {
  const path = join(tabletop.scenesFolder, 'tower_7_01.json');
  const api = new RemoteApi(readScene(readFileSync(path, 'utf8'), path));
  const requests = CALLS.map(([func, ...args]) =>
    encodeCbor({ func, args, argsL: args.length, uuid: 'bench', ver: 2 }),
  );
  const server = await remoteApiServer(api, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  const reader = new ZmtpReader('REP', 2 ** 20);
  try {
    await once(socket, 'connect');
    socket.setNoDelay(true);
    socket.write(Buffer.concat([greeting(), readyCommand('REQ')]));
    const asked = (count: number) =>
      new Promise<void>((resolve, reject) => {
        let answers = 0;
        const ask = () => socket.write(messageFrames(requests[answers % requests.length]!));
        const hear = (chunk: Buffer) => {
          if (reader.read(chunk).length === 0) return;
          answers++;
          if (answers < count) return void ask();
          socket.off('data', hear);
          resolve();
        };
        socket.on('data', hear).once('error', reject);
        ask();
      });
    await asked(1_000);
    const started = performance.now();
    await asked(calls);
    const sent = performance.now();
    const session = api.session();
    for (let call = 0; call < calls; call++) session.answer(requests[call % requests.length]!);
    const unsent = performance.now();
    return { callsPerSecond: (1000 * calls) / (sent - started), unsentPerSecond: (1000 * calls) / (unsent - sent) };
  } finally {
    socket.destroy();
    await server.close();
  }
}
