import type { Address } from '../format/entry.ts';
import type { TapeReader } from '../reading/tape.ts';
import { isSimulatorRequest } from '../wire/exchange.ts';
import { answerOf, conversationDigest } from '../wire/simulator_exchange.ts';

export async function conversationsOn(
  tape: TapeReader,
  { task, trial, digests }: Pick<Address, 'task' | 'trial'> & { digests: readonly string[] },
): Promise<readonly (readonly Address[] | null)[]> {
  const before = new Map<string, string | null>();
  for await (const { key, request } of tape.requests(task)) {
    if (isSimulatorRequest(request)) before.set(key, request.body.before);
  }
  const answered = new Map<string, Address>();
  for await (const address of tape.addressesOf(task)) {
    if (address.trial !== trial || !before.has(address.key)) continue;
    const reply = (await tape.find(address))?.reply;
    if (reply === undefined || 'usage' in reply) continue;
    answered.set(conversationDigest(address.key, answerOf(reply)), address);
  }
  return digests.map((last) => {
    const path: Address[] = [];
    for (let at: string | null = last; at !== null; at = before.get(path.at(-1)!.key) ?? null) {
      const address = answered.get(at);
      if (address === undefined) return null;
      path.push(address);
    }
    return path;
  });
}
