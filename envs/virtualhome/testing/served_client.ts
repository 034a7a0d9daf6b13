/**
 * For tests: a client whose messages a server of ours answers, without HTTP between them.
 *
 * @module
 */
import type { SimulatorMessage, VirtualHomeClient } from '../client.ts';
import { houseSource } from '../server/scene_source.ts';
import { ServedSimulator } from '../server/served_simulator.ts';
import type { WireReply } from '../wire.ts';
import { HOUSE_NUMBERS, shippedHouse } from './shipped_house.ts';

/** What becomes of an answer on its way; by default nothing. */
export type OnTheWay = (reply: WireReply, message: SimulatorMessage) => WireReply;

export function servedSimulator(): ServedSimulator {
  return new ServedSimulator(HOUSE_NUMBERS.map((number) => houseSource(shippedHouse(number), number - 1)));
}

export function servedClient(onTheWay: OnTheWay = (reply) => reply, simulator = servedSimulator()): VirtualHomeClient {
  return {
    name: 'the simulator of this test',
    async send(message, signal) {
      signal?.throwIfAborted();
      return onTheWay(simulator.answer(JSON.stringify({ id: '1', ...message })).reply, message);
    },
  };
}
