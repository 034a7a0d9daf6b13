import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Miss } from '../batch/missed_requests.ts';
import { disk } from '../disk/disk.ts';
import type { Entry } from '../format/entry.ts';
import { Journal, type Recording } from '../format/journal.ts';
import type { Declaration } from '../format/provenance.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { requestKey } from '../wire/exchange.ts';
import { type ChatRequest, chatRequest } from '../wire/wire.ts';
import type { RecordedChatReply } from '../wire/wire_reply.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';

export const ANSWERING: Declaration = {
  source: 'live',
  provider: 'nobody',
  channel: 'a test',
  answeredOn: '2026-11-21',
  sampling: 'as requested',
  tokenCounts: 'as reported',
  note: '',
};

export const ASKED_BY = { planner: 'llm_state', purpose: 'policy', family: null };

export function temporaryFolder(whenDone: (clean: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function tapeIn(tapesDir: string): TapeName {
  return { tapesDir, suite: 'household', model: 'gpt-4-0613' };
}

type ChatRecording = Readonly<{ request: ChatRequest; entry: Entry & { readonly reply: RecordedChatReply } }>;

export function recording(
  prompt: string,
  { task = 'house_1/make_toast', trial = 1, occurrence = 1, text = `re: ${prompt}` } = {},
): ChatRecording {
  const request = chatRequest('gpt-4-0613', [{ role: 'user', content: prompt }], { purpose: 'test', temperature: 0 });
  const usage = { promptTokens: 7, completionTokens: 3 };
  const reply = { text, finishReason: 'stop', usage, latencyMs: 120, model: 'gpt-4-0613' };
  return { request, entry: { task, trial, key: requestKey(request), occurrence, reply, source: 'live' } };
}

export function missOf({ request, entry: { task, trial, key, occurrence } }: Recording): Miss {
  return { suite: 'household', model: 'gpt-4-0613', task, trial, key, occurrence, ...request, ...ASKED_BY };
}

export async function record(
  name: TapeName,
  recordings: readonly Recording[],
  declaration: Declaration = ANSWERING,
): Promise<void> {
  const release = await openForWriting(name, disk);
  const journal = startJournal(name, declaration);
  journal.append(recordings);
  await storeJournal(name, journal, disk);
  release();
}

export function startJournal(name: TapeName, declaration: Declaration = ANSWERING): Journal {
  const { dir, journal: path } = tapeFiles(name);
  mkdirSync(dir, { recursive: true });
  const journal = Journal.create(path, name, disk);
  journal.declare(declaration);
  return journal;
}

export function begin(whenDone: (clean: () => void) => void) {
  const name = tapeIn(temporaryFolder(whenDone));
  return { name, path: tapeFiles(name).journal, journal: startJournal(name) };
}

export function leaveJournal(name: TapeName, recordings: readonly Recording[]): void {
  const journal = startJournal(name);
  journal.append(recordings);
  journal.close();
}

export function contentOf(name: TapeName): ReadonlyMap<string, string> {
  const { dir } = tapeFiles(name);
  const bytesOf = (file: string) => {
    const bytes = readFileSync(join(dir, file));
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  };
  const files = readdirSync(dir).toSorted();
  return new Map(files.map((file) => [file, bytesOf(file).toString()]));
}
