import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { disk } from './disk.ts';
import { Journal } from './journal.ts';
import { requestKey } from './key.ts';
import { openForWriting, storeJournal } from './open_for_writing.ts';
import { openTape } from './tape.ts';
import { tapeFiles } from './tape_files.ts';
import { chatRequest } from './wire.ts';

const dir = mkdtempSync('/tmp/mill-');
const name = { tapesDir: dir, suite: 'household', model: 'm' };
const N = Number(process.argv[2] ?? 1e6),
  TASKS = 20;
const mb = () => {
  globalThis.gc?.();
  const m = process.memoryUsage();
  return `rss ${(m.rss / 1e6).toFixed(0)} heap ${(m.heapUsed / 1e6).toFixed(0)} ext ${(m.external / 1e6).toFixed(0)}`;
};
let t = performance.now();
const STEP = N / 5;
for (let s = 0; s < 5; s++) {
  const rel = await openForWriting(name, disk);
  const j = Journal.create(tapeFiles(name).journal, name);
  j.declare({
    source: 'batch',
    provider: 'X',
    channel: 'c',
    answeredOn: '2026-11-21',
    sampling: 's',
    tokenCounts: 't',
    note: '',
  });
  for (let i = s * STEP; i < (s + 1) * STEP; i += 1000)
    j.append(
      Array.from({ length: 1000 }, (_, k) => {
        const n = i + k;
        const request = chatRequest('m', [{ role: 'user', content: `prompt ${n}` }], { purpose: '', temperature: 0 });
        return {
          request,
          entry: {
            task: `a/t${n % TASKS}`,
            trial: 1,
            key: requestKey(request),
            occurrence: 1,
            source: 'batch' as const,
            reply: {
              text: 'find(mug)\n'.repeat(20) + n,
              finishReason: 'stop',
              usage: null,
              latencyMs: null,
              model: 'm',
            },
          },
        };
      }),
    );
  console.log('journaled', s, mb());
  await storeJournal(name, j, disk);
  rel();
  console.log('folded', s, mb(), ((performance.now() - t) / 1000).toFixed(1), 's');
}
const bytes = readdirSync(tapeFiles(name).dir)
  .map((f) => statSync(tapeFiles(name).dir + '/' + f).size)
  .reduce((a, b) => a + b);
console.log('MB on disk', bytes / 1e6, mb());
t = performance.now();
const tape = await openTape(name);
let k = 0;
for await (const a of tape.addresses()) {
  k++;
}
console.log(k, 'opened', ((performance.now() - t) / 1000).toFixed(1), 's', mb());
await tape.close();
rmSync(dir, { recursive: true });
