import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyTapes } from '../../../cassettes/care/tape_verify.ts';
import { tapeFiles } from '../../../cassettes/format/tape_files.ts';
import { type ScriptedServer, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { describeFailure } from '../../io/errors/failure.ts';
import { plannedEpisodes, planRun } from '../../run/plan/run_plan.ts';
import { readRun } from '../../run/stored_run.ts';
import { liveModel } from '../../run/tapes/live_client.ts';
import { runCassette } from '../../run/tapes/run_cassette.ts';
import { playEpisode } from '../../run/threads/play_episode.ts';
import { episodeId, type Trace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';
import { tapedeck } from '../run_tapedeck.ts';
import { drawnResponses } from './drawn_responses.ts';
import { type DrawnRound, drawnRound } from './drawn_round.ts';
import { episodeProblems } from './episode_problems.ts';
import type { KnownReplies } from './known_replies.ts';

export type PlayedRound = Readonly<{
  episodes: number;
  steps: number;
  replies: number;
  ends: readonly EpisodeEnd[];
  problems: readonly string[];
}>;

export async function playRound(seed: number, known: KnownReplies, onBeat: () => void): Promise<PlayedRound> {
  const drawn = await drawnRound(seed);
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-fuzz-'));
  const respond = drawnResponses(seed, drawn.temper, known);
  const server = await scriptedServer((...asked) => {
    onBeat();
    return respond(...asked);
  });
  const problems: string[] = [];
  const round = { drawn, folder, server, onBeat, problems };
  const recorded = new Map<string, Trace>();
  try {
    for (const trace of await play(round, 'record')) recorded.set(episodeId(trace.header), trace);
    const replies = server.seen.length;
    await checkTape(round);
    const replayed = await play(round, 'replay');
    if (server.seen.length !== replies) problems.push('replay asked the model');
    if (replayed.length !== recorded.size) problems.push(`${recorded.size} recorded, ${replayed.length} replayed`);
    for (const trace of replayed) {
      problems.push(...episodeProblems(recorded.get(episodeId(trace.header)), trace, recorded.values()));
    }
    const traces = [...recorded.values()];
    const steps = traces.reduce((sum, { summary }) => sum + summary.steps, 0);
    return { episodes: traces.length, steps, replies, ends: traces.map(({ summary }) => summary.end), problems };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Round = Readonly<{
  drawn: DrawnRound;
  folder: string;
  server: ScriptedServer;
  onBeat: () => void;
  problems: string[];
}>;

type Mode = 'record' | 'replay';

async function play(round: Round, mode: Mode): Promise<readonly Trace[]> {
  try {
    return await (round.drawn.byCommand[mode] ? playByCommand : playHere)(round, mode);
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    round.problems.push(`${mode} ends with exit code ${exitCode}: ${message}`);
    return [];
  } finally {
    round.onBeat();
  }
}

async function playHere({ drawn, folder, server, onBeat }: Round, mode: Mode): Promise<readonly Trace[]> {
  const plan = await planRun(drawn.request);
  const live = await liveModel(
    { mode, url: server.baseUrl, organization: undefined, timeoutS: 50, retries: 0, jobs: 4, failFast: false },
    { environment: {}, signal: new AbortController().signal, terminal: { say() {} } },
  );
  const cassette = await runCassette(plan, { mode, tapes: [folder], jobs: 1 }, live);
  const traces: Trace[] = [];
  const queue = plannedEpisodes(plan);
  const lane = async () => {
    for (const planned of queue) {
      const { scene, task, trial, planner } = planned.header;
      const address = { task: `${scene}/${task}`, trial, planner };
      const { trace } = await playEpisode(planned, { llm: (onCall) => cassette.episode({ ...address, onCall }) });
      traces.push(trace);
      onBeat();
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: drawn.jobs[mode] }, lane));
  await cassette.finish();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return traces;
}

async function playByCommand({ drawn, folder, server, problems }: Round, mode: Mode): Promise<readonly Trace[]> {
  const { suite, model, planners = [], scenes = [], tasks = [], trials, envOptions = [], callsMax } = drawn.request;
  const out = join(folder, '..', `${folder}-${mode}`);
  const words = (option: string, values: readonly unknown[]) =>
    values.length === 0 ? [] : [option, ...values.map(String)];
  try {
    const { exitCode, said } = await tapedeck(
      ...['run', suite, '--mode', mode, '--model', model, '--tapes', folder, '--out', out],
      ...[words('--planner', planners), words('--scene', scenes), words('--task', tasks)].flat(),
      ...[words('--env-option', envOptions), words('--trials', [trials]), words('--calls-max', [callsMax])].flat(),
      ...['--jobs', String(drawn.jobs[mode]), '--episode-timeout-s', '50'],
      ...(mode === 'record' ? ['--url', server.baseUrl, '--retries', '0', '--timeout-s', '50'] : []),
    );
    // 3 and 4: answers are missing, a limit was reached.
    if (![0, 3, 4].includes(exitCode)) problems.push(`${mode} by command ends with exit code ${exitCode}: ${said}`);
    return existsSync(out) ? readRun(out).traces : [];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function checkTape({ drawn, folder, problems }: Round): Promise<void> {
  const { suite, model } = drawn.request;
  if (!existsSync(tapeFiles({ tapesDir: folder, suite, model }).manifest)) return;
  const report = await verifyTapes(folder);
  problems.push(...report.problems.map(({ path, message }) => `the tape does not verify: ${path}: ${message}`));
  if (report.waiting.length > 0) problems.push('a journal is left');
}
