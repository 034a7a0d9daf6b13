import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { disk } from '../disk/disk.ts';
import { Journal } from '../format/journal.ts';
import { readAnyManifest } from '../format/manifest.ts';
import { asBatch } from '../format/provenance.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { ANSWERING, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openForWriting, storeJournal } from '../writing/open_for_writing.ts';
import { declareLater } from './tape_declare.ts';
import { verifyTapes } from './tape_verify.ts';

const DECLARED = { hiddenReasoning: 'possible', tools: 'none' };
const BATCH = asBatch({ ...ANSWERING, source: 'batch' });

test('declareLater() adds to the manifests of batches what was not declared; answers stay as they are', async () => {
  const name = await ingested();
  const before = repliesOf(tapeFiles(name).dir);
  expect(await declareLater(name.tapesDir, DECLARED)).toEqual([
    {
      suite: 'household',
      model: 'gpt-4-0613',
      batch: BATCH.batch,
      field: 'hiddenReasoning',
      before: null,
      after: 'possible',
    },
    { suite: 'household', model: 'gpt-4-0613', batch: BATCH.batch, field: 'tools', before: null, after: 'none' },
  ]);
  const { provenance } = readAnyManifest(tapeFiles(name).manifest);
  expect(provenance).toContainEqual({ model: 'gpt-4-0613', ...BATCH, ...DECLARED });
  expect(provenance).toContainEqual({ model: 'gpt-4-0613', ...ANSWERING });
  expect(repliesOf(tapeFiles(name).dir)).toEqual(before);
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
  expect(await declareLater(name.tapesDir, DECLARED)).toEqual([]);
});

test('declareLater() says what it replaces, and leaves other suites and batches alone', async () => {
  const { tapesDir } = await ingested();
  expect(await declareLater(tapesDir, DECLARED, { suite: 'other' })).toEqual([]);
  expect(await declareLater(tapesDir, DECLARED, { batch: '0123456789ab' })).toEqual([]);
  expect(await declareLater(tapesDir, { tokenCounts: 'by hand' }, BATCH)).toMatchObject([
    { field: 'tokenCounts', before: 'as reported', after: 'by hand' },
  ]);
});

/** A tape with one answer of a batch and one that was recorded live. */
async function ingested() {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, [recording('mug')]);
  const release = await openForWriting(name, disk);
  const journal = Journal.create(tapeFiles(name).journal, name, disk);
  journal.declare(BATCH);
  const { request, entry } = recording('toast');
  journal.append([{ request, entry: { ...entry, source: 'batch', batch: BATCH.batch ?? '' } }]);
  await storeJournal(name, journal, disk);
  release();
  return name;
}

function repliesOf(dir: string): readonly string[] {
  const files = readdirSync(dir).filter((file) => file !== 'manifest.json');
  return files.map((file) => readFileSync(join(dir, file), 'base64'));
}
