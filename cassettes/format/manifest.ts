/**
 * The manifest of a tape: what is on it, with checksums, and who answered.
 *
 * It is written in one form only, so a manifest that was changed by a single byte is told from one that was not.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { regularFile, WHOLE_BYTES_MAX } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';
import { reportedModelSchema } from '../wire/wire_reply.ts';
import { batchSchema, sourceSchema } from './entry.ts';
import { provenanceSchema } from './provenance.ts';

const FORMAT = 1;

const fileSchema = z.strictObject({
  entries: z.int().nonnegative(),
  /** Of the content, uncompressed: compressed bytes differ between runtimes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const taskSchema = z.strictObject({
  replies: fileSchema,
  requests: fileSchema,
  /** How many replies came from where, by source, model and, where they name one, batch. */
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

/** A manifest that does not say what it was written to say; one of a newer format or of another tape is whole. */
export class DamagedManifestError extends TapeError {}

export function emptyManifest(suite: string, model: string): Manifest {
  return { format: FORMAT, suite, model, provenance: [], tasks: {} };
}

/** The one form of a manifest. */
export function formatManifest({ format, suite, model, provenance, tasks }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(tasks).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const content = { format, suite, model, provenance, tasks: sorted };
  const digest = hash('sha256', JSON.stringify(content), 'hex');
  return `${JSON.stringify({ ...content, digest }, null, 2)}\n`;
}

/** Null where there is none. Throws a `TapeError` at one that is damaged, or made for another suite or model. */
export function readManifest(path: string, owner: { readonly suite: string; readonly model: string }): Manifest | null {
  if (!existsSync(path)) return null;
  const manifest = readAnyManifest(path);
  for (const field of ['suite', 'model'] as const) {
    if (manifest[field] !== owner[field]) {
      throw new TapeError(`field "${field}": expected "${owner[field]}", found "${manifest[field]}"`, { path });
    }
  }
  return manifest;
}

/** Of a rewrite that was decided. */
export const DAMAGED_DECISION =
  'it is damaged, and a recording was interrupted while it was being stored; put the tape in order with `tapedeck cassettes store`';

/**
 * What counts: a rewrite that is decided, though nobody may have carried it out yet. `manifest` is null where there is none. Throws a
 * `TapeError` where one is damaged.
 */
export function readCurrentManifest(
  files: { readonly manifest: string; readonly manifestNext: string },
  owner: { readonly suite: string; readonly model: string },
): { readonly manifest: Manifest | null; readonly isDecided: boolean } {
  try {
    const next = readManifest(files.manifestNext, owner);
    if (next !== null) return { manifest: next, isDecided: true };
  } catch (error) {
    if (!(error instanceof DamagedManifestError)) throw error;
    throw new DamagedManifestError(DAMAGED_DECISION, { path: files.manifestNext, cause: error });
  }
  return { manifest: readManifest(files.manifest, owner), isDecided: false };
}

/** Reads a manifest whatever its suite and model. */
export function readAnyManifest(path: string): Manifest {
  return parseManifest(readFileSync(regularFile(path, WHOLE_BYTES_MAX), 'utf8'), path);
}

/** The same for its text. */
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
