import { renameSync } from 'node:fs';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { temporaryPath } from '../../cassettes/disk/disk.ts';
import { invalid } from '../io/errors/failure.ts';
import type { Field, Fields } from '../trace/metrics/metric.ts';
import { episodeFields } from '../trace/metrics/metrics.ts';
import { episodeId } from '../trace/trace.ts';
import type { RowKind, StoredRun } from './stored_run.ts';

const GROUP_ROWS = 10_000;

export async function exportParquet(stored: StoredRun, kind: RowKind, path: string): Promise<number> {
  const rows = () => (kind === 'episodes' ? episodeRows(stored) : eventRows(stored));
  const columns = columnsOf(rows());
  if (columns.length === 0) throw invalid(`Cannot export run "${stored.folder}": it has no ${kind}`);
  const beside = temporaryPath(path);
  const writer = new ParquetWriter({
    writer: fileWriter(beside),
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    createdBy: 'tapedeck',
  });
  let count = 0;
  let group: Fields[] = [];
  const writeGroup = async () => {
    const columnData = columns.map(({ name }) => ({ name, data: group.map((row) => row[name] ?? null) }));
    await writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    group = [];
  };
  for (const row of rows()) {
    group.push(row);
    count += 1;
    if (group.length === GROUP_ROWS) await writeGroup();
  }
  if (group.length > 0) await writeGroup();
  await writer.finish();
  renameSync(beside, path);
  return count;
}

function* episodeRows(stored: StoredRun): Generator<Fields> {
  for (const each of stored.episodes()) {
    const { number, episode, suite, scene, task, planner, trial, model, end, complete } = each;
    yield {
      ...{ number, episode, suite, scene, task, planner, trial, model, end, complete },
      ...episodeFields(each),
      traceLine: each.traceLine,
    };
  }
}

function* eventRows(stored: StoredRun): Generator<Fields> {
  for (const { header, events } of stored.traces()) {
    for (const [position, event] of events.entries()) {
      const step = event.event === 'step' || event.event === 'prologue' ? event : null;
      const call = event.event === 'call' ? event : null;
      yield {
        episode: episodeId(header),
        position,
        event: event.event,
        verb: step?.action.verb ?? null,
        args: step?.action.args.join(' ') ?? null,
        ok: step?.ok ?? null,
        precondition: (step?.reason ?? step?.concealed)?.precondition ?? null,
        share: step?.goal.share ?? null,
        purpose: call?.purpose ?? null,
        promptTokens: call?.promptTokens ?? null,
        completionTokens: call?.completionTokens ?? null,
        latencyMs: call?.latencyMs ?? null,
        json: JSON.stringify(event),
      };
    }
  }
}

const COLUMNS = {
  boolean: { type: 'BOOLEAN' },
  number: { type: 'DOUBLE' },
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

function columnsOf(rows: Iterable<Fields>) {
  const types = new Map<string, keyof typeof COLUMNS | null>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) types.set(name, types.get(name) ?? columnOf(value));
  }
  return Array.from(types, ([name, type]) => {
    return { name, repetition_type: 'OPTIONAL' as const, ...COLUMNS[type ?? 'number'] };
  });
}

function columnOf(value: Field): keyof typeof COLUMNS | null {
  const type = typeof value;
  return type === 'number' || type === 'boolean' ? type : value === null ? null : 'string';
}
