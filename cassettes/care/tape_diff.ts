import { distinct } from '../format/distinct.ts';
import { type Address, compareAddresses } from '../format/entry.ts';
import type { TapeName } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { openTape, type Tape, type TapeReader } from '../reading/tape.ts';
import { isSimulatorRequest, type TapedReply } from '../wire/exchange.ts';
import { answerOf, conversationDigest } from '../wire/simulator_exchange.ts';

export type TapeDiff = Awaited<ReturnType<typeof diffTapes>>;

export async function diffTapeFolders(before: string, after: string): Promise<readonly TapeDiff[]> {
  const names = [before, after].flatMap(knownTapes).map(({ suite, model }) => ({ suite, model }));
  const diffs: TapeDiff[] = [];
  for (const name of distinct(names)) {
    diffs.push(await diffTapes({ tapesDir: before, ...name }, { tapesDir: after, ...name }));
  }
  return diffs;
}

async function diffTapes(before: TapeName, after: TapeName) {
  const old = await openTape(before);
  const now = await openTape(after);
  try {
    return await compare(old, now);
  } finally {
    await old.close();
    await now.close();
  }
}

async function compare(old: Tape, now: Tape) {
  const added: Address[] = [];
  const removed: Address[] = [];
  const changed: Readonly<{ address: Address; before: TapedReply; after: TapedReply }>[] = [];
  let unchanged = 0;
  for await (const address of now.addresses()) {
    const before = (await old.find(address))?.reply;
    const after = (await now.find(address))!.reply;
    if (before === undefined) added.push(address);
    else if (JSON.stringify(before) === JSON.stringify(after)) unchanged += 1;
    else changed.push({ address, before, after });
  }
  for await (const address of old.addresses()) if (!(await now.has(address))) removed.push(address);
  return {
    suite: now.name.suite,
    model: now.name.model,
    added: added.toSorted(compareAddresses),
    removed: removed.toSorted(compareAddresses),
    changed: changed.toSorted((a, b) => compareAddresses(a.address, b.address)),
    unchanged,
  };
}

/** For each digest, its conversation backward; null if incomplete. */
export async function findConversations(
  tape: TapeReader,
  { task, trial, digests }: Pick<Address, 'task' | 'trial'> & { digests: readonly string[] },
): Promise<readonly (readonly Address[] | null)[]> {
  const previousDigests = new Map<string, string | null>();
  for await (const { key, request } of tape.requests(task)) {
    if (isSimulatorRequest(request)) previousDigests.set(key, request.body.before);
  }
  const addressOfDigest = new Map<string, Address>();
  for await (const address of tape.addressesOf(task)) {
    if (address.trial !== trial || !previousDigests.has(address.key)) continue;
    const reply = (await tape.find(address))?.reply;
    if (reply === undefined || 'usage' in reply) continue;
    addressOfDigest.set(conversationDigest(address.key, answerOf(reply)), address);
  }
  return digests.map((last) => {
    const path: Address[] = [];
    for (let digest: string | null = last; digest !== null; digest = previousDigests.get(path.at(-1)!.key) ?? null) {
      const address = addressOfDigest.get(digest);
      if (address === undefined) return null;
      path.push(address);
    }
    return path;
  });
}
