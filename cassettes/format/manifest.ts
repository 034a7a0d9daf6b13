import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { regularFile, TapeError, WHOLE_BYTES_MAX } from '../disk/read_lines.ts';
import { reportedModelSchema } from '../wire/wire_reply.ts';
import { sortedValues } from './distinct.ts';
import { batchSchema, type Entry, sourceSchema } from './entry.ts';
import { provenanceSchema } from './provenance.ts';
import { type TapeName, tapeFiles } from './tape_files.ts';

const FORMAT = 1;

const fileSchema = z.strictObject({
  entries: z.int().nonnegative(),
  /** Uncompressed, since compressed bytes differ between runtimes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const taskSchema = z.strictObject({
  replies: fileSchema,
  requests: fileSchema,
  answers: z.array(
    z.strictObject({
      source: sourceSchema,
      model: reportedModelSchema,
      batch: batchSchema.exactOptional(),
      entries: z.int().positive(),
    }),
  ),
});

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  suite: z.string(),
  model: z.string(),
  provenance: z.array(provenanceSchema),
  tasks: z.record(z.string(), taskSchema),
  digest: z.string(),
});

export type Manifest = Omit<z.infer<typeof manifestSchema>, 'digest'>;
export type TaskSummary = z.infer<typeof taskSchema>;
type AnswerCount = TaskSummary['answers'][number];
type Owner = Pick<TapeName, 'suite' | 'model'>;

export function answerCounter() {
  const counts = new Map<string, AnswerCount>();
  return {
    add({ source, reply: { model }, batch }: Entry): void {
      const id = JSON.stringify([source, model, batch]);
      const entries = (counts.get(id)?.entries ?? 0) + 1;
      counts.set(id, { source, model, ...(batch === undefined ? {} : { batch }), entries });
    },
    sorted: () => [...sortedValues(counts)],
  };
}

/** Malformed or changed, not of another tape or a newer format. */
export class DamagedManifestError extends TapeError {}

export function emptyManifest({ suite, model }: Owner): Manifest {
  return { format: FORMAT, suite, model, provenance: [], tasks: {} };
}

/** The only valid form, so any changed byte is detected. */
export function formatManifest({ format, suite, model, provenance, tasks }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(tasks).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const content = { format, suite, model, provenance, tasks: sorted };
  const digest = hash('sha256', JSON.stringify(content), 'hex');
  return `${JSON.stringify({ ...content, digest }, null, 2)}\n`;
}

export function readManifest(path: string, owner: Owner): Manifest | null {
  if (!existsSync(path)) return null;
  const manifest = readAnyManifest(path);
  for (const field of ['suite', 'model'] as const) {
    if (manifest[field] !== owner[field]) {
      throw new TapeError(`field "${field}": expected "${owner[field]}", found "${manifest[field]}"`, { path });
    }
  }
  return manifest;
}

export const DAMAGED_COMMIT =
  'it is damaged, and storing a recording was interrupted; repair the tape with `tapedeck cassettes store`';

/** Prefers the manifest of a committed rewrite. */
export function readCurrentManifest(name: TapeName): Readonly<{ manifest: Manifest; isRewriteCommitted: boolean }> {
  const files = tapeFiles(name);
  try {
    const next = readManifest(files.manifestNext, name);
    if (next !== null) return { manifest: next, isRewriteCommitted: true };
  } catch (error) {
    if (!(error instanceof DamagedManifestError)) throw error;
    throw new DamagedManifestError(DAMAGED_COMMIT, { path: files.manifestNext, cause: error });
  }
  return { manifest: readManifest(files.manifest, name) ?? emptyManifest(name), isRewriteCommitted: false };
}

export function readAnyManifest(path: string): Manifest {
  return parseManifest(readFileSync(regularFile(path, WHOLE_BYTES_MAX), 'utf8'), path);
}

export function parseManifest(text: string, path: string): Manifest {
  const json = parseJson(text, path);
  const format = z.object({ format: z.number() }).safeParse(json);
  if (format.success && format.data.format > FORMAT) {
    throw new TapeError(`field "format": expected ${FORMAT}, found ${format.data.format}; a newer Tapedeck wrote it`, {
      path,
    });
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new DamagedManifestError(`field "${issue?.path.join('.')}": ${issue?.message}; ${RESTORE}`, { path });
  }
  const { digest: _, ...manifest } = parsed.data;
  if (formatManifest(manifest) !== text) {
    throw new DamagedManifestError(`its content does not match its digest; ${RESTORE}`, { path });
  }
  return manifest;
}

const RESTORE = 'restore it from version control';

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamagedManifestError(`it is not JSON; ${RESTORE}`, { path, cause });
  }
}
