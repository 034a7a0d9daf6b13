/**
 * Records episodes, eight at a time, on a disk that fails, and kills itself: `node chaos_fixture.ts TAPES_DIR BASE_URL EPISODES PROMPTS [SEED [FATE]]`.
 *
 * Without a seed nothing goes wrong. `kill:30` kills at the thirtieth operation on the journal, `fail:30` fails an episode at the thirtieth prompt.
 * Exit codes: 0 all is recorded, 1 what was recorded is stored, 3 it could not be stored.
 */
import { hash } from 'node:crypto';
import { openCassette } from '../cassette/cassette.ts';
import { openaiClient } from '../client/openai_client.ts';
import { type Disk, disk } from '../disk/disk.ts';
import { LlmCallError } from '../llm.ts';
import { ANSWERING, tapeIn } from './tape_fixture.ts';

const IN_FLIGHT = 8;
const JOURNAL = { kill: 0.003, fail: 0.006 };
const FOLD = { kill: 0.006, fail: 0.006 };
const REJECTION = 0.001;

const [tapesDir = '', baseUrl = '', episodes = '', prompts = '', seed, fate = ''] = process.argv.slice(2);
let draws = 0;
let journaled = 0;
let asked = 0;
let isComplete = true;

function chance(): number {
  if (seed === undefined) return 1;
  draws += 1;
  return Number.parseInt(hash('sha256', `${seed} ${draws}`, 'hex').slice(0, 8), 16) / 2 ** 32;
}

function meetsFate({ kill, fail }: typeof JOURNAL): boolean {
  const luck = chance();
  if (luck < kill / 2) process.kill(process.pid, 'SIGKILL');
  return luck < kill + fail;
}

function sufferFate({ kill, fail }: typeof JOURNAL): never {
  if (chance() < kill / (kill + 2 * fail)) process.kill(process.pid, 'SIGKILL');
  throw new Error('ENOSPC: no space left on device');
}

const failing: Disk = {
  open(path, flags) {
    const file = disk.open(path, flags);
    return {
      ...file,
      write(bytes, position) {
        const part = chance() < 0.1 ? Math.ceil(bytes.length / 3) : bytes.length;
        if (!meetsFate(JOURNAL)) return file.write(bytes.subarray(0, part), position);
        file.write(bytes.subarray(0, bytes.length >> 1), position);
        return sufferFate(JOURNAL);
      },
      sync() {
        journaled += 1;
        if (fate === `kill:${journaled}`) process.kill(process.pid, 'SIGKILL');
        file.sync();
        if (meetsFate(JOURNAL)) sufferFate(JOURNAL);
      },
      truncate(length) {
        if (chance() < 0.3) throw new Error('EIO: i/o error, ftruncate');
        file.truncate(length);
      },
    };
  },
  async write(path, chunks, options) {
    if (!meetsFate(FOLD)) return disk.write(path, chunks, options);
    await disk.write(path, ['half of a line'], options);
    return sufferFate(FOLD);
  },
  rename(from, to) {
    const isCut = meetsFate(FOLD);
    disk.rename(from, to);
    if (isCut) sufferFate(FOLD);
  },
  remove(path) {
    const isCut = meetsFate(FOLD);
    disk.remove(path);
    if (isCut) sufferFate(FOLD);
  },
};

async function main(): Promise<void> {
  const client = openaiClient({ baseUrl, apiKey: 'x', nowMs: () => 0, sleep: async () => {}, attemptsMax: 3 });
  const name = { ...tapeIn(tapesDir), disk: seed === undefined ? disk : failing };
  const cassette = await openCassette({ ...name, mode: 'record', client, provenance: ANSWERING });
  const numbers = Array.from({ length: Number(episodes) }, (_, index) => index + 1).values();

  async function play(episode: number): Promise<void> {
    const llm = cassette.episode({ task: `house_${episode % 4}/make_toast`, trial: episode, planner: 'chaos' });
    for (let number = 1; number <= Number(prompts); number += 1) {
      asked += 1;
      if (fate === `fail:${asked}` || chance() < REJECTION) throw new Error('An episode failed');
      const content = `episode ${episode}, prompt ${number}`;
      await llm.chat([{ role: 'user', content }], { purpose: 'test', temperature: 0 }).catch((error: unknown) => {
        const isRefused = error instanceof LlmCallError && error.message.includes('status 400, for good');
        isComplete &&= isRefused;
      });
    }
  }

  try {
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        for (const episode of numbers) await play(episode);
      }),
    );
  } catch {
    isComplete = false;
  } finally {
    await cassette.finish();
  }
}

await main().then(
  () => process.exit(isComplete ? 0 : 1),
  () => process.exit(3),
);
