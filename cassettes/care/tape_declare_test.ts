import { expect, test } from 'vitest';
import { readAnyManifest } from '../format/manifest.ts';
import { asBatch } from '../format/provenance.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { ANSWERING, contentOf, record, recording } from '../testing/tape_fixture.ts';
import { completeProvenance } from './tape_declare.ts';
import { verifyTapes } from './tape_verify.ts';

const DECLARED = { hiddenReasoning: 'possible', tools: 'none' };
const BATCH = asBatch({ ...ANSWERING, source: 'batch' });

test('completeProvenance() adds to the manifests of batches what was not declared; answers stay as they are', async () => {
  const name = await ingested();
  const before = repliesOf(name);
  const common = { suite: 'household', model: 'gpt-4-0613', batch: BATCH.batch, before: null };
  expect(await completeProvenance(name.tapesDir, DECLARED)).toEqual([
    { ...common, field: 'hiddenReasoning', after: 'possible' },
    { ...common, field: 'tools', after: 'none' },
  ]);
  const { provenance } = readAnyManifest(tapeFiles(name).manifest);
  expect(provenance).toContainEqual({ model: 'gpt-4-0613', ...BATCH, ...DECLARED });
  expect(provenance).toContainEqual({ model: 'gpt-4-0613', ...ANSWERING });
  expect(repliesOf(name)).toEqual(before);
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
  expect(await completeProvenance(name.tapesDir, DECLARED)).toEqual([]);
});

test('completeProvenance() says what it replaces, and leaves other suites and batches alone', async () => {
  const { tapesDir } = await ingested();
  expect(await completeProvenance(tapesDir, DECLARED, { suite: 'other' })).toEqual([]);
  expect(await completeProvenance(tapesDir, DECLARED, { batch: '0123456789ab' })).toEqual([]);
  expect(await completeProvenance(tapesDir, { tokenCounts: 'by hand' }, BATCH)).toMatchObject([
    { field: 'tokenCounts', before: 'as reported', after: 'by hand' },
  ]);
});

async function ingested() {
  const name = await tapeOf([recording('mug')]);
  const { request, entry } = recording('toast');
  await record(name, [{ request, entry: { ...entry, source: 'batch', batch: BATCH.batch ?? '' } }], BATCH);
  return name;
}

function repliesOf(name: TapeName) {
  return [...contentOf(name)].filter(([file]) => file !== 'manifest.json');
}
