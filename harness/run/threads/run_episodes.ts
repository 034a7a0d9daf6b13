/** Only the main thread has the recorded tape, the model and programs. */
import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import type { TapeRecording } from '../../../cassettes/writing/open_for_writing.ts';
import { setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';
import { ProgramProcess, WorkTimer } from '../../episode/any_language/program_process.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { countEvents } from '../../trace/episode_counts.ts';
import type { Trace } from '../../trace/trace.ts';
import type { EpisodeEnd, TraceHeader } from '../../trace/trace_schema.ts';
import type { EpisodeList } from '../plan/episode_list.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import {
  DECISION_TIMEOUT_S,
  EPISODE_TIMEOUT_S,
  type RunRequest,
  type RunSettings,
  START_TIMEOUT_S,
} from '../plan/run_request.ts';
import type { LiveModel } from '../tapes/live_client.ts';
import { runCassette } from '../tapes/run_cassette.ts';
import { runSimulatorRecording } from '../tapes/run_simulators.ts';
import { type EpisodeThread, episodeThreads, ThreadEnded } from './episode_thread.ts';
import type { PlayedEpisode } from './play_episode.ts';
import { answerQuestions } from './questions.ts';

export type EpisodeDone = PlayedEpisode & Readonly<{ number: number; wallMs: number }>;

export type EpisodeAnswers = Pick<Cassette, 'episode' | 'finish'>;

export type RunOptions = Readonly<{
  signal: AbortSignal;
  onPlan?: (plan: RunPlan) => void;
  onDone: (done: EpisodeDone) => void;
  onPlayed?: (trace: Trace) => void;
  onStderr?: (line: string, header: TraceHeader) => void;
  model?: LiveModel | undefined;
  answers?: EpisodeAnswers;
  startTimer?: typeof setCappedTimeout;
  /** Later runs can reuse threads, because the user's files do not change. */
  filesAreUnchanged?: boolean;
}>;

const AHEAD_MAX = 500;

/** Rejects with the first error that no planner caused. */
export async function runEpisodes(request: RunRequest, settings: RunSettings, options: RunOptions): Promise<RunPlan> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const fail = (error: unknown) => {
    if (!signal.aborted) failure.abort(error);
  };
  const threads = new Set<EpisodeThread>();
  const endThreads = () => {
    for (const thread of threads) if (!thread.isIdle) thread.end();
  };
  signal.addEventListener('abort', endThreads, { once: true });
  const newThread = (checksSetup = false) => {
    const thread = episodeThreads.take({ request, settings, checksSetup });
    threads.add(thread);
    if (signal.aborted) thread.end();
    return thread;
  };
  let cassette: EpisodeAnswers | null = null;
  let recording: TapeRecording | null = null;
  let plan: RunPlan | null = null;
  let ordered: ReturnType<typeof inOrder<EpisodeDone>> | null = null;
  try {
    recording = await runSimulatorRecording(request, settings);
    const first = newThread(true);
    const ready = Array.from({ length: Math.min(settings.jobs - 1, episodeThreads.idle) }, () => newThread());
    plan = await first.plan;
    options.onPlan?.(plan);
    if (settings.mode !== 'replay') cassette = options.answers ?? (await runCassette(plan, settings, options.model));
    const { list, numbers } = plan;
    ordered = inOrder(numbers, AHEAD_MAX, options.onDone);
    signal.addEventListener('abort', ordered.release, { once: true });
    const deal = dealEpisodes(list, numbers);
    const lane = { list, deal, ordered, cassette, recording, settings, options, signal, newThread };
    const lanes = Array.from({ length: Math.min(settings.jobs, numbers.length) }, (_, at) =>
      runLane(lane, at, [first, ...ready][at] ?? newThread()).catch(fail),
    );
    await Promise.all(lanes);
  } catch (error) {
    fail(error);
  }
  // Threads must not record while the tape is stored.
  await Promise.all(Array.from(threads, (thread) => episodeThreads.giveBack(thread, options)));
  threads.clear();
  for (const tape of [cassette, recording]) await tape?.finish().catch((error: unknown) => failure.abort(error));
  try {
    ordered?.finish();
  } catch (error) {
    fail(error);
  }
  failure.signal.throwIfAborted();
  if (plan === null) throw new CommandFailure(130, 'Interrupted; nothing was written');
  return plan;
}

type Lane = Readonly<{
  list: EpisodeList;
  deal: ReturnType<typeof dealEpisodes>;
  ordered: ReturnType<typeof inOrder<EpisodeDone>>;
  cassette: EpisodeAnswers | null;
  recording: TapeRecording | null;
  settings: RunSettings;
  options: RunOptions;
  signal: AbortSignal;
  newThread: () => EpisodeThread;
}>;

async function runLane(lane: Lane, at: number, first: EpisodeThread) {
  let thread = first;
  while (!lane.signal.aborted) {
    const number = lane.deal(at);
    if (number === undefined) return;
    await lane.ordered.room(number);
    if (lane.signal.aborted) return;
    if (thread.hasEnded) thread = lane.newThread();
    await thread.plan;
    const began = performance.now();
    const played = await playIn(thread, number, lane);
    lane.options.onPlayed?.(played.trace);
    lane.ordered.add(number, { number, ...played, wallMs: performance.now() - began });
  }
}

async function playIn(thread: EpisodeThread, number: number, lane: Lane): Promise<PlayedEpisode> {
  const { settings, options, signal } = lane;
  const timing = { clock: () => performance.now(), startTimer: options.startTimer ?? setCappedTimeout };
  const { episodeTimeoutS = EPISODE_TIMEOUT_S, startTimeoutS: startS = START_TIMEOUT_S } = settings;
  const { decisionTimeoutS: decisionS = DECISION_TIMEOUT_S } = settings;
  const header = lane.list.header(number);
  const onStderr = (line: string) => options.onStderr?.(line, header);
  const answers = answerQuestions(header, {
    ...lane,
    fastDownward: settings.fastDownward,
    program: (command) => new ProgramProcess(command, { ...timing, limits: { startS, decisionS }, onStderr }),
  });
  let isTimeUp = false;
  const onTime = () => {
    isTimeUp = true;
    thread.end();
  };
  const timer = new WorkTimer(episodeTimeoutS * 1_000, onTime, timing);
  try {
    return await thread.play(number, {
      answer: answers.answer,
      onWaiting: (isWaiting) => (isWaiting ? timer.pause() : timer.resume()),
    });
  } catch (error) {
    if (options.signal.aborted) return incomplete(header, 'aborted', null);
    if (!(error instanceof ThreadEnded) || signal.aborted) throw error;
    if (isTimeUp) return incomplete(header, 'timeout', `it worked for more than ${episodeTimeoutS} s`);
    return incomplete(header, 'planner_failed', error.message);
  } finally {
    timer.stop();
    await answers.close();
  }
}

function incomplete(header: TraceHeader, end: EpisodeEnd, detail: string | null): PlayedEpisode {
  const counts = { success: false, steps: 0, share: 0, calls: 0, counts: countEvents([]) };
  return { trace: { header, events: [], summary: { event: 'summary', end, detail, ...counts } }, miss: null };
}

/** Keeps a task and trial, which share a world, in one lane; an idle lane takes from the longest queue. */
export function dealEpisodes(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]) {
  const groups = groupNumbers(list, numbers);
  const queues: number[][] = [];
  return (lane: number): number | undefined => {
    if ((queues[lane]?.length ?? 0) === 0) queues[lane] = groups.next().value ?? longest(queues);
    return queues[lane]?.shift();
  };
}

function* groupNumbers(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Generator<number[], undefined> {
  let group: number[] = [];
  let [cell, trial] = [-1, 0];
  for (const number of numbers) {
    const place = list.placeOf(number);
    if (place.cell !== cell || place.trial !== trial) {
      if (group.length > 0) yield group;
      [group, cell, trial] = [[], place.cell, place.trial];
    }
    group.push(number);
  }
  if (group.length > 0) yield group;
}

function longest(queues: readonly number[][]): number[] {
  return queues.reduce((most, queue) => (queue.length > most.length ? queue : most), []);
}

/** Hands over in the order of `numbers`; `room()` waits while a number is too far ahead. */
export function inOrder<T>(numbers: readonly number[], aheadMax: number, handOver: (result: T) => void) {
  const ready = new Map<number, T>();
  let next = 0;
  let isReleased = false;
  let waiting = Promise.withResolvers<void>();
  const wake = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  return {
    async room(number: number): Promise<void> {
      while (!isReleased && number > (numbers[next + aheadMax] ?? Number.POSITIVE_INFINITY)) await waiting.promise;
    },
    add(number: number, result: T): void {
      ready.set(number, result);
      for (let due = numbers[next]; due !== undefined && ready.has(due); due = numbers[next]) {
        const first = ready.get(due) as T;
        ready.delete(due);
        next += 1;
        handOver(first);
      }
      wake();
    },
    release(): void {
      isReleased = true;
      wake();
    },
    finish(): void {
      const remaining = [...ready].sort(([a], [b]) => a - b);
      ready.clear();
      for (const [, result] of remaining) handOver(result);
    },
  };
}
