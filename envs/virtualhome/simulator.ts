/** `id` belongs to a connection, so recordings omit it. */
import { quoted } from '../quoted.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { Simulator, SimulatorAddress } from '../world.ts';
import { httpClient, type SimulatorMessage, type VirtualHomeClient } from './client.ts';
import { wireReplySchema } from './wire.ts';

export function virtualHomeSimulator(address: SimulatorAddress): Simulator {
  const client = httpClient(address);
  return {
    async ask(message, signal) {
      const { id: _, ...said } = await client.send(message as SimulatorMessage, signal);
      return said;
    },
    close() {},
  };
}

const answerSchema = wireReplySchema.omit({ id: true });

/** The name is constant, since traces contain it. */
export function clientOf(simulator: Simulator): VirtualHomeClient {
  const name = "VirtualHome's simulator";
  return {
    name,
    async send(message, signal) {
      const answer = answerSchema.safeParse(await simulator.ask(message, signal));
      if (answer.success) return { id: '', ...answer.data };
      throw new SimulatorError(
        `Cannot use ${name}: the recorded answer to ${quoted(message.action)} is none of its own`,
      );
    },
  };
}
