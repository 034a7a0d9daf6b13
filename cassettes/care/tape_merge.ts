import { TapeError } from '../disk/read_lines.ts';
import { type Address, addressId, type Entry } from '../format/entry.ts';
import type { Journal } from '../format/journal.ts';
import { describes, type Provenance, uniqueProvenance } from '../format/provenance.ts';
import type { StoredRequest } from '../format/replies_file.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { openTape, type Tape } from '../reading/tape.ts';
import { startRecording } from '../writing/open_for_writing.ts';

export class MergeConflictError extends Error {
  override readonly name = 'MergeConflictError';
}

export async function mergeTapeFolders(folders: readonly string[], target: string) {
  const sources = [...new Set(folders)].flatMap((tapesDir) => knownTapes(tapesDir));
  const groups = [...Map.groupBy(sources, ({ suite, model }) => JSON.stringify([suite, model])).values()];
  let shared = 0;
  for (const tapes of groups) shared += await refuseConflicts([{ ...tapes[0]!, tapesDir: target }, ...tapes]);
  let added = 0;
  for (const tape of groups.flat()) {
    if (tape.tapesDir !== target) added += await addTape({ ...tape, tapesDir: target }, tape);
  }
  return { tapes: groups.length, added, shared };
}

async function refuseConflicts(names: readonly TapeName[]) {
  const seen = new Map<string, Readonly<{ reply: string; tapesDir: string }>>();
  let shared = 0;
  for (const name of new Map(names.map((each) => [each.tapesDir, each])).values()) {
    const tape = await openTape(name);
    try {
      for await (const address of tape.addresses()) {
        const reply = JSON.stringify((await tape.find(address))?.reply);
        const earlier = seen.get(addressId(address));
        if (earlier === undefined) seen.set(addressId(address), { reply, tapesDir: name.tapesDir });
        else if (earlier.reply === reply) shared += 1;
        else throw conflict(address, name, earlier.tapesDir);
      }
    } finally {
      await tape.close();
    }
  }
  return shared;
}

function conflict({ task, trial, key, occurrence }: Address, tape: TapeName, other: string) {
  return new MergeConflictError(
    `Cannot merge "${other}" and "${tape.tapesDir}": suite "${tape.suite}", model "${tape.model}", task "${task}", trial ${trial} has two ` +
      `replies to request "${key}", occurrence ${occurrence}; \`tapedeck cassettes diff\` shows both`,
  );
}

async function addTape(target: TapeName, source: TapeName) {
  const { journal, finish } = await startRecording(target);
  const { recorded } = await finish(async () => {
    const from = await openTape(source);
    const to = await openTape(target);
    try {
      for (const task of from.tasks()) await addTask(task, { from, to, journal });
    } finally {
      await from.close();
      await to.close();
    }
  });
  return recorded;
}

async function addTask(task: string, { from, to, journal }: { from: Tape; to: Tape; journal: Journal }) {
  const requests = new Map<string, StoredRequest['request']>();
  for await (const { key, request } of from.requests(task)) requests.set(key, request);
  for await (const address of from.addressesOf(task)) {
    if (await to.has(address)) continue;
    const entry = await from.find(address);
    const request = requests.get(address.key);
    if (entry === null || request === undefined) throw new Error(`The tape has no request for "${addressId(address)}"`);
    for (const { model: _, ...declaration } of provenanceOf(from, entry)) {
      journal.declare(declaration);
      journal.append([{ entry, request }]);
    }
  }
}

function provenanceOf({ name, manifest, journal }: Tape, entry: Entry): readonly Provenance[] {
  const declared = uniqueProvenance([...manifest.provenance, ...(journal?.provenance() ?? [])]);
  const matching = declared.filter((provenance) => describes(provenance, entry));
  if (matching.length > 0) return matching;
  const { source, reply } = entry;
  const problem = `it does not say where the replies of source "${source}" and model "${reply.model}" come from`;
  throw new TapeError(problem, { path: tapeFiles(name).manifest });
}
