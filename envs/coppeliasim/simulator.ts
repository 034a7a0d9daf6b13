/**
 * CoppeliaSim as messages and answers in JSON, so that either can be recorded.
 *
 * A message is a function with its arguments, an answer what it gives or what is wrong with it. Rounds in which the simulator asks to wait,
 * and who asks, are of one connection and no part of them.
 *
 * @module
 */
import { excerpt } from '../quoted.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { Simulator, SimulatorAddress } from '../world.ts';
import { type RemoteApiConnection, type RemoteApiReply, remoteApiConnection, resultOf } from './connection.ts';
import { encodeCbor } from './wire/cbor.ts';
import { type CborJson, cborJson, cborValue } from './wire/cbor_json.ts';

type Message = { readonly func: string; readonly args: CborJson };

/** Asked over ZeroMQ. */
export function coppeliaSimulator(address: SimulatorAddress): Simulator {
  const connection = remoteApiConnection(address);
  return {
    ask(message, signal) {
      const { func, args } = message as Message;
      return connection.exchange(func, cborValue(args) as readonly unknown[], signal);
    },
    close: connection.close,
  };
}

/** What the env speaks to, whoever answers. It is called the same wherever it is, since a trace says what it is called. */
export function connectionOf(simulator: Simulator): RemoteApiConnection {
  const name = "CoppeliaSim's remote API";
  return {
    name,
    async call(func, args, signal) {
      const message: Message = { func, args: cborJson(encodeCbor(args)) };
      const reply = await simulator.ask(message, signal);
      try {
        return resultOf(reply as RemoteApiReply);
      } catch (cause) {
        simulator.close();
        throw new SimulatorError(`Cannot use ${name}: ${func}: ${excerpt((cause as Error).message, WORDS_MAX)}`, {
          cause,
        });
      }
    },
    close: () => simulator.close(),
  };
}

const WORDS_MAX = 300;
