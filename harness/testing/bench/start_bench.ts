/** A short command with an empty and a filled compile cache, beside Node with nothing to do, in turns. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../../envs/testing/median.ts';
import { PLACES } from '../../io/places.ts';

const PROGRAM = join(PLACES.root, 'harness/package/tapedeck.js');

export function benchStart({ rounds = 9 } = {}) {
  return ['--help', 'list', 'list planners'].map((command) => measured(command, rounds));
}

function measured(command: string, rounds: number) {
  const words = [PROGRAM, ...command.split(' ')];
  const kept = mkdtempSync(join(tmpdir(), 'tapedeck-bench-'));
  const rates = { cold: [] as number[], warm: [] as number[], node: [] as number[] };
  try {
    perSecond(words, kept);
    for (let round = 0; round < rounds; round += 1) {
      const empty = join(kept, String(round));
      rates.cold.push(perSecond(words, empty));
      rates.warm.push(perSecond(words, kept));
      rates.node.push(perSecond(['-e', '0'], kept));
    }
  } finally {
    rmSync(kept, { recursive: true });
  }
  const [coldPerSecond, warmPerSecond, nodePerSecond] = [median(rates.cold), median(rates.warm), median(rates.node)];
  return { command, coldPerSecond, warmPerSecond, nodePerSecond };
}

function perSecond(words: readonly string[], compiled: string): number {
  const began = performance.now();
  execFileSync(process.execPath, words, { stdio: 'ignore', env: { ...process.env, NODE_COMPILE_CACHE: compiled } });
  return 1_000 / (performance.now() - began);
}
