import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tapedeck } from './run_tapedeck.ts';
import { storedTrace } from './stored_traces.ts';

export type PlayedEvent = Readonly<{
  event: string;
  ok?: boolean;
  reason?: Readonly<{ precondition: string; message: string }>;
}>;

/** Without the header and the conversation with a simulator. */
export type PlayedEpisode = Readonly<{
  id: string;
  events: readonly PlayedEvent[];
  summary: Readonly<{ end: string; detail: string | null; success: boolean; errors: object }>;
}>;

export async function playedRun(...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-live-'));
  try {
    const out = join(folder, 'run');
    const ran = await tapedeck('run', 'household', '--shipped', '--json', '--out', out, ...words);
    const { exitCode, said } = ran;
    if (exitCode === 2) return { exitCode, said, episodes: [] };
    const { episodes } = JSON.parse(ran.out) as { episodes: readonly { episode: string }[] };
    return { exitCode, said, episodes: episodes.map(({ episode }) => episodeIn(out, episode)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function inVirtualHome(url: string, ...more: readonly string[]): string[] {
  return ['--env', 'virtualhome', '--simulator', url, '--simulator-mode', 'live', ...more];
}

function episodeIn(out: string, id: string): PlayedEpisode {
  const lines = storedTrace(out, id).trim().split('\n');
  const [, ...events] = lines.map((line) => JSON.parse(line));
  const { simulator: _, ...summary } = events.pop();
  return { id, summary, events };
}
