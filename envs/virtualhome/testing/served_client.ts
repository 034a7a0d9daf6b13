import { memoize } from '../../memoize.ts';
import type { SimulatorMessage, VirtualHomeClient, WireReply } from '../client.ts';
import { houseSource, type SceneSource } from '../server/scene_source.ts';
import { ServedSimulator } from '../server/served_simulator.ts';
import { HOUSE_NUMBERS, shippedHouse } from './shipped_house.ts';

export type OnTheWay = (reply: WireReply, message: SimulatorMessage) => WireReply;

const sources = new Map<number, SceneSource>();

function sourceOf(number: number): SceneSource {
  return memoize(sources, number, () => houseSource(shippedHouse(number), number - 1));
}

export function servedSimulator(houses: readonly number[] = HOUSE_NUMBERS): ServedSimulator {
  return new ServedSimulator(houses.map(sourceOf));
}

export function servedClient(
  onTheWay: OnTheWay = (reply) => reply,
  simulator: Pick<ServedSimulator, 'answer'> = servedSimulator(),
): VirtualHomeClient {
  return {
    name: 'the simulator of this test',
    async send(message, signal) {
      signal?.throwIfAborted();
      return onTheWay(simulator.answer(JSON.stringify({ id: '1', ...message })).reply, message);
    },
  };
}
