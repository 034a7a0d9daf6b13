/**
 * Runs the episodes of a request, each in a thread, as many at a time as there are jobs.
 *
 * The main thread hands episodes out, and alone owns what must not be owned twice: the tape that is recorded to, the connection to
 * the model, other programs. When replaying, each thread reads the tape itself. Results arrive in any order and carry their
 * number. Whatever an episode does, such as loop without end, the main thread hears interruptions and limits.
 *
 * @module
 */
import type { Cassette } from '../../cassettes/cassette/cassette.ts';
import type { SimulatorRecording } from '../../cassettes/cassette/simulator_recording.ts';
import { setCappedTimeout } from '../../planners/pddl/plan/capped_timeout.ts';
import { type ProgramOptions, ProgramProcess } from '../any_language/program_process.ts';
import { WorkTimer, type WorkTimerOptions } from '../any_language/work_timer.ts';
import { CommandFailure } from '../errors/failure.ts';
import type { RunRequest } from '../run_plan/run_plan.ts';
import { DECISION_TIMEOUT_S, EPISODE_TIMEOUT_S, type RunSettings, START_TIMEOUT_S } from '../run_plan/run_settings.ts';
import type { LiveModel } from '../run_tapes/live_client.ts';
import { runCassette } from '../run_tapes/run_cassette.ts';
import { runSimulatorRecording } from '../run_tapes/run_simulator_recording.ts';
import { countEvents } from '../trace/episode_counts.ts';
import type { Trace } from '../trace/trace.ts';
import type { EpisodeEnd, TraceHeader } from '../trace/trace_schema.ts';
import { answerQuestions } from './answer_questions.ts';
import { type Deal, dealEpisodes } from './deal_episodes.ts';
import { type EpisodeThread, ThreadEnded } from './episode_thread.ts';
import { episodeThreads } from './episode_threads.ts';
import type { MissRecord, PlayedEpisode } from './play_episode.ts';
import type { RunOutline } from './thread_messages.ts';

export type EpisodeDone = {
  /** Position in the whole run. */
  readonly number: number;
  readonly trace: Trace;
  readonly miss: MissRecord | null;
  readonly simulated?: PlayedEpisode['simulated'];
  readonly wallMs: number;
};

/** Where the answers of a run's episodes come from; `finish` is called when none is asked for any more. */
export type EpisodeAnswers = Pick<Cassette, 'episode' | 'finish'>;

export type RunOptions = {
  /** Ends everything that is under way when it fires. */
  readonly signal: AbortSignal;
  /** Told once, before the first episode; what it throws ends the run. */
  readonly onPlan?: (outline: RunOutline) => void;
  readonly onDone: (done: EpisodeDone, outline: RunOutline) => void;
  /** Told what planners that are programs say on standard error, line by line. */
  readonly onSaid?: (line: string, header: TraceHeader) => void;
  /** Who is asked when recording. */
  readonly model?: LiveModel;
  /** Answers in place of the tape that the settings name, when recording. */
  readonly answers?: EpisodeAnswers;
  readonly startTimer?: typeof setCappedTimeout;
  /** Whether files of the user's own stay as they are for as long as this process runs, so that its threads serve the next run, too. */
  readonly filesStay?: boolean;
};

/**
 * Runs all episodes, hands each over as it is done, and returns what was planned. Rejects with the first error that says nothing of a planner, such as a
 * tape that cannot be used, when everything else has ended and what was recorded is stored.
 */
export async function runEpisodes(
  request: RunRequest,
  settings: RunSettings,
  options: RunOptions,
): Promise<RunOutline> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const fail = (error: unknown) => {
    // What ends because all is being ended is no reason of its own.
    if (!signal.aborted) failure.abort(error);
  };
  const threads = new Set<EpisodeThread>();
  const newThread = (checksSetUp: boolean) => {
    const thread = episodeThreads.take({ request, settings, checksSetUp });
    threads.add(thread);
    const end = () => {
      if (!thread.isIdle) thread.end();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return thread;
  };
  let cassette: EpisodeAnswers | null = null;
  let recording: SimulatorRecording | null = null;
  let outline: RunOutline | null = null;
  try {
    // Before anybody reads that tape: what an interrupted recording left is stored first.
    recording = await runSimulatorRecording(request, settings);
    const first = newThread(true);
    // Threads that are there anyway plan at the same time; those that have nothing to play go back.
    const ready = Array.from({ length: Math.min(settings.jobs - 1, episodeThreads.idle) }, () => newThread(false));
    outline = await first.outline;
    options.onPlan?.(outline);
    if (settings.mode !== 'replay') cassette = options.answers ?? (await runCassette(outline, settings, options.model));
    const common = { outline, deal: dealEpisodes(outline), cassette, recording, settings, options, signal };
    const lanes = Math.min(settings.jobs, outline.numbers.length);
    await Promise.all(
      Array.from({ length: lanes }, (_, at) =>
        runLane({ ...common, at, newThread: () => newThread(false) }, [first, ...ready][at] ?? newThread(false)).catch(
          fail,
        ),
      ),
    );
  } catch (error) {
    fail(error);
  }
  // Nothing may be recorded any more while the tape is stored.
  await Promise.all(Array.from(threads, (thread) => episodeThreads.giveBack(thread, options)));
  for (const tape of [cassette, recording]) await tape?.finish().catch((error: unknown) => failure.abort(error));
  failure.signal.throwIfAborted();
  if (outline === null) throw new CommandFailure(130, 'Interrupted; nothing was written');
  return outline;
}

type Lane = {
  readonly outline: RunOutline;
  readonly at: number;
  readonly deal: Deal;
  readonly cassette: EpisodeAnswers | null;
  readonly recording: SimulatorRecording | null;
  readonly settings: RunSettings;
  readonly options: RunOptions;
  readonly signal: AbortSignal;
  readonly newThread: () => EpisodeThread;
};

/** Plays one episode after the other, in a new thread where the last one had to be ended. */
async function runLane(lane: Lane, first: EpisodeThread): Promise<void> {
  let thread = first;
  while (!lane.signal.aborted) {
    const position = lane.deal(lane.at);
    if (position === undefined) return;
    const number = lane.outline.numbers[position]!;
    const header = lane.outline.headers[number]!;
    if (thread.hasEnded) thread = lane.newThread();
    await thread.outline;
    const began = performance.now();
    const played = await playIn(thread, position, header, lane);
    lane.options.onDone({ number, ...played, wallMs: performance.now() - began }, lane.outline);
  }
}

/** An episode whose thread ends on the way ends with it, and no other. */
async function playIn(
  thread: EpisodeThread,
  position: number,
  header: TraceHeader,
  { cassette, recording, settings, options, signal }: Lane,
): Promise<PlayedEpisode> {
  const limitS = settings.episodeTimeoutS ?? EPISODE_TIMEOUT_S;
  let isTimeUp = false;
  const answers = answerQuestions(header, {
    cassette,
    recording,
    fastDownward: settings.fastDownward,
    signal,
    program: (command) => new ProgramProcess(command, programOptions(header, { settings, options })),
  });
  const timer = new WorkTimer(
    limitS * 1_000,
    () => {
      isTimeUp = true;
      thread.end();
    },
    timing(options),
  );
  try {
    return await thread.play(position, {
      answer: answers.answer,
      onWaiting: (isWaiting) => (isWaiting ? timer.pause() : timer.resume()),
    });
  } catch (error) {
    if (options.signal.aborted) return cutShort(header, 'aborted', null);
    if (!(error instanceof ThreadEnded) || signal.aborted) throw error;
    if (isTimeUp) return cutShort(header, 'timeout', `it worked for more than ${limitS} s`);
    return cutShort(header, 'planner_failed', error.message);
  } finally {
    timer.stop();
    await answers.close();
  }
}

function programOptions(
  header: TraceHeader,
  { settings, options }: Pick<Lane, 'settings' | 'options'>,
): ProgramOptions {
  const { startTimeoutS = START_TIMEOUT_S, decisionTimeoutS = DECISION_TIMEOUT_S } = settings;
  return {
    ...timing(options),
    limits: { startS: startTimeoutS, decisionS: decisionTimeoutS },
    onSaid: (line) => options.onSaid?.(line, header),
  };
}

function timing({ startTimer = setCappedTimeout }: RunOptions): WorkTimerOptions {
  return { clock: () => performance.now(), startTimer };
}

/** What an episode did before its thread was ended has gone with the thread. */
function cutShort(header: TraceHeader, end: EpisodeEnd, detail: string | null): PlayedEpisode {
  const nothing = { success: false, steps: 0, share: 0, calls: 0, counts: countEvents([]) };
  return { trace: { header, events: [], summary: { event: 'summary', end, detail, ...nothing } }, miss: null };
}
