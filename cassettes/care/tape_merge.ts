/** Refuses two different replies at one address, before it writes anything. */
import { TapeError } from '../disk/tape_error.ts';
import { type Address, addressId } from '../format/address.ts';
import type { Journal, Recording } from '../format/journal.ts';
import { describes, uniqueProvenance } from '../format/provenance.ts';
import type { StoredRequest } from '../format/requests_file.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { openTape, type Tape } from '../reading/tape.ts';
import { startRecording } from '../writing/open_for_writing.ts';

export type MergeReport = {
  readonly tapes: number;
  readonly added: number;
  readonly shared: number;
};

export class MergeConflictError extends Error {
  override readonly name = 'MergeConflictError';
  readonly address: Address;

  constructor(address: Address, tape: TapeName, [one, other]: readonly [string, string]) {
    const { task, trial, key, occurrence } = address;
    super(
      `Cannot merge "${one}" and "${other}": suite "${tape.suite}", model "${tape.model}", task "${task}", trial ${trial} has two ` +
        `replies to request "${key}", occurrence ${occurrence}; \`tapedeck cassettes diff\` shows both`,
    );
    this.address = address;
  }
}

export async function mergeTapeFolders(folders: readonly string[], target: string): Promise<MergeReport> {
  const sources = [...new Set(folders)].flatMap((tapesDir) => knownTapes(tapesDir));
  const byName = Map.groupBy(sources, ({ suite, model }) => JSON.stringify([suite, model]));
  const groups = [...byName.values()].map((tapes) => ({ name: { ...first(tapes), tapesDir: target }, tapes }));
  let shared = 0;
  for (const { name, tapes } of groups) shared += await refuseConflicts([name, ...tapes]);
  let added = 0;
  for (const { name, tapes } of groups) {
    for (const tape of tapes) if (tape.tapesDir !== target) added += await addTape(name, tape);
  }
  return { tapes: groups.length, added, shared };
}

async function refuseConflicts(names: readonly TapeName[]): Promise<number> {
  const seen = new Map<string, { readonly reply: string; readonly tapesDir: string }>();
  let shared = 0;
  for (const name of new Map(names.map((each) => [each.tapesDir, each])).values()) {
    const tape = await openTape(name);
    try {
      for await (const address of tape.addresses()) {
        const reply = JSON.stringify((await tape.find(address))?.reply);
        const before = seen.get(addressId(address));
        if (before === undefined) seen.set(addressId(address), { reply, tapesDir: name.tapesDir });
        else if (before.reply === reply) shared += 1;
        else throw new MergeConflictError(address, name, [before.tapesDir, name.tapesDir]);
      }
    } finally {
      await tape.close();
    }
  }
  return shared;
}

async function addTape(target: TapeName, source: TapeName): Promise<number> {
  const { journal, finish } = await startRecording(target);
  const { recorded } = await finish(async () => {
    const from = await openTape(source);
    const to = await openTape(target);
    try {
      for (const task of from.tasks()) await addTask({ task, from, to, journal });
    } finally {
      await from.close();
      await to.close();
    }
  });
  return recorded;
}

type TaskMerge = { readonly task: string; readonly from: Tape; readonly to: Tape; readonly journal: Journal };

async function addTask({ task, from, to, journal }: TaskMerge): Promise<void> {
  const requests = new Map<string, StoredRequest['request']>();
  for await (const { key, request } of from.requests(task)) requests.set(key, request);
  for await (const address of from.addressesOf(task)) {
    if (await to.has(address)) continue;
    const entry = await from.find(address);
    const request = requests.get(address.key);
    if (entry === null || request === undefined) throw new Error(`A tape finds what it lists: "${addressId(address)}"`);
    declared(journal, from, { entry, request });
  }
}

function declared(journal: Journal, from: Tape, recording: Recording): void {
  const { source, reply } = recording.entry;
  const known = uniqueProvenance([...from.manifest.provenance, ...(from.journal?.provenance() ?? [])]);
  const said = known.filter((one) => describes(one, recording.entry));
  if (said.length === 0) {
    const problem = `it does not say where the replies of source "${source}" and model "${reply.model}" come from`;
    throw new TapeError(problem, { path: tapeFiles(from.name).manifest });
  }
  for (const { model: _, ...answering } of said) {
    journal.declare(answering);
    journal.append([recording]);
  }
}

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('A group has a first one');
  return one;
}
