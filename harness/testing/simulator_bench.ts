import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PLACES } from '../io/places.ts';
import { tapedeckIn } from './run_tapedeck.ts';
import { storedTraces } from './stored_traces.ts';

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-simulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function bench(suite = 'household', env = 'virtualhome') {
  const folder = temporary();
  const tapes = join(folder, 'tapes');
  let runs = 0;
  const play = async (words: readonly string[], signal = new AbortController().signal) => {
    const out = join(folder, `run_${runs++}`);
    const layers = ['--tapes', PLACES.tapes, '--tapes', tapes];
    const asked = ['run', suite, '--env', env, ...layers, '--out', out, ...words];
    const { exitCode, said } = await tapedeckIn({ signal }, ...asked);
    return { exitCode, said, out, traces: exitCode === 2 ? {} : tracesIn(out) };
  };
  const replies = (task: string) => join(tapes, suite, env, `${task}.replies.jsonl`);
  return { folder, tapes, play, replies };
}

export function tracesIn(run: string): Record<string, string> {
  return existsSync(run) ? Object.fromEntries(storedTraces(run)) : {};
}
