import { disk, replaceFile } from '../disk/disk.ts';
import { formatManifest, readManifest } from '../format/manifest.ts';
import { type Provenance, provenanceSchema, uniqueProvenance } from '../format/provenance.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { knownTapes } from '../reading/known_tapes.ts';
import { openForWriting } from '../writing/open_for_writing.ts';

export type Supplement = Readonly<Partial<Pick<Provenance, 'hiddenReasoning' | 'tools' | 'tokenCounts'>>>;

type Change = ReturnType<typeof changesOf>[number] & { readonly suite: string };

export async function completeProvenance(
  tapesDir: string,
  supplement: Supplement,
  { suite, batch }: { suite?: string | undefined; batch?: string | undefined } = {},
) {
  const changes: Change[] = [];
  for (const name of knownTapes(tapesDir)) {
    if (suite !== undefined && name.suite !== suite) continue;
    const release = await openForWriting(name);
    try {
      const { manifest: path } = tapeFiles(name);
      const manifest = readManifest(path, name);
      if (manifest === null) continue;
      const provenance = manifest.provenance.map((before) => {
        if (before.source !== 'batch' || (batch !== undefined && before.batch !== batch)) return before;
        changes.push(...changesOf(before, supplement).map((change) => ({ suite: name.suite, ...change })));
        return provenanceSchema.parse({ ...before, ...supplement });
      });
      const text = formatManifest({ ...manifest, provenance: [...uniqueProvenance(provenance)] });
      await replaceFile(disk, path, [text]);
    } finally {
      release();
    }
  }
  return changes;
}

function changesOf(provenance: Provenance, supplement: Supplement) {
  const { model, batch = null } = provenance;
  return Object.entries(supplement).flatMap(([field, after]) => {
    const before = provenance[field as keyof Supplement] ?? null;
    return before === after ? [] : [{ model, batch, field, before, after }];
  });
}
