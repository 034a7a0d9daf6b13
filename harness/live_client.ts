/**
 * The live client as the command line asks for it: address and key from the environment, bounds from flags.
 *
 * @module
 */
import type { LiveClient } from '../cassettes/openai_client.ts';
import { CommandFailure } from './failure.ts';

export async function liveClient(_args: unknown, _jobs: number, _environment: unknown): Promise<LiveClient> {
  throw new CommandFailure(2, 'not yet');
}
