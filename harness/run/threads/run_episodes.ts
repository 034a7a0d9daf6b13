/**
 * Runs the episodes of a request, each in a thread, as many at a time as there are jobs.
 *
 * The main thread hands episodes out, and alone owns what must not be owned twice: the tape that is recorded to, the connection to
 * the model, other programs. When replaying, each thread reads the tape itself. Results arrive in any order and carry their
 * number. Whatever an episode does, such as loop without end, the main thread hears interruptions and limits.
 *
 * @module
 */
import type { Cassette } from '../../../cassettes/cassette/cassette.ts';
import type { SimulatorRecording } from '../../../cassettes/cassette/simulator_recording.ts';
import { setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';
import { type ProgramOptions, ProgramProcess } from '../../episode/any_language/program_process.ts';
import { WorkTimer, type WorkTimerOptions } from '../../episode/any_language/work_timer.ts';
import { CommandFailure } from '../../io/errors/failure.ts';
import { countEvents } from '../../trace/episode_counts.ts';
import type { Trace } from '../../trace/trace.ts';
import type { EpisodeEnd, TraceHeader } from '../../trace/trace_schema.ts';
import { EpisodeList } from '../plan/episode_list.ts';
import type { RunRequest } from '../plan/run_request.ts';
import { DECISION_TIMEOUT_S, EPISODE_TIMEOUT_S, type RunSettings, START_TIMEOUT_S } from '../plan/run_settings.ts';
import type { LiveModel } from '../tapes/live_client.ts';
import { runCassette } from '../tapes/run_cassette.ts';
import { runSimulatorRecording } from '../tapes/run_simulator_recording.ts';
import { answerQuestions } from './answer_questions.ts';
import { type Deal, dealEpisodes } from './deal_episodes.ts';
import { type EpisodeThread, ThreadEnded } from './episode_thread.ts';
import { episodeThreads } from './episode_threads.ts';
import { InOrder } from './in_order.ts';
import type { MissRecord, PlayedEpisode } from './play_episode.ts';
import type { RunOutline } from './thread_messages.ts';

export type EpisodeDone = {
  /** Its place in the whole run. */
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
  readonly onPlan?: (plan: DealtRun) => void;
  /** Told of each episode when it and all before it are done, in the order of the plan. */
  readonly onDone: (done: EpisodeDone) => void;
  /** Told of each at once, in any order. */
  readonly onPlayed?: (trace: Trace) => void;
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

/** What the threads have planned. */
export type DealtRun = Omit<RunOutline, 'kinds'> & { readonly list: EpisodeList };

/** So many episodes may be done before one that comes earlier; the number is ours, so that memory holds them. */
const AHEAD_MAX = 500;

/**
 * Runs all episodes, hands them over in their order, and returns what was planned. Rejects with the first error that says nothing of a planner, such as a
 * tape that cannot be used, when everything else has ended and what was recorded is stored.
 */
export async function runEpisodes(request: RunRequest, settings: RunSettings, options: RunOptions): Promise<DealtRun> {
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
  let plan: DealtRun | null = null;
  let inOrder: InOrder<EpisodeDone> | null = null;
  try {
    // Before anybody reads that tape: what an interrupted recording left is stored first.
    recording = await runSimulatorRecording(request, settings);
    const first = newThread(true);
    // Threads that are there anyway plan at the same time; those that have nothing to play go back.
    const ready = Array.from({ length: Math.min(settings.jobs - 1, episodeThreads.idle) }, () => newThread(false));
    plan = dealtRun(await first.outline);
    options.onPlan?.(plan);
    if (settings.mode !== 'replay') cassette = options.answers ?? (await runCassette(plan, settings, options.model));
    const ordered = new InOrder(plan.numbers, AHEAD_MAX, options.onDone);
    inOrder = ordered;
    signal.addEventListener('abort', () => ordered.letGo(), { once: true });
    const deal = dealEpisodes(plan.list, plan.numbers);
    const common = { list: plan.list, deal, inOrder, cassette, recording, settings, options, signal };
    const lanes = Math.min(settings.jobs, plan.numbers.length);
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
  try {
    inOrder?.rest();
  } catch (error) {
    fail(error);
  }
  failure.signal.throwIfAborted();
  if (plan === null) throw new CommandFailure(130, 'Interrupted; nothing was written');
  return plan;
}

function dealtRun({ kinds, ...plan }: RunOutline): DealtRun {
  return { ...plan, list: new EpisodeList(kinds) };
}

type Lane = {
  readonly list: EpisodeList;
  readonly at: number;
  readonly deal: Deal;
  readonly inOrder: InOrder<EpisodeDone>;
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
    const number = lane.deal(lane.at);
    if (number === undefined) return;
    await lane.inOrder.room(number);
    if (lane.signal.aborted) return;
    if (thread.hasEnded) thread = lane.newThread();
    await thread.outline;
    const began = performance.now();
    const played = await playIn(thread, number, lane);
    lane.options.onPlayed?.(played.trace);
    lane.inOrder.add(number, { number, ...played, wallMs: performance.now() - began });
  }
}

/** An episode whose thread ends on the way ends with it, and no other. */
async function playIn(
  thread: EpisodeThread,
  number: number,
  { list, cassette, recording, settings, options, signal }: Lane,
): Promise<PlayedEpisode> {
  const header = list.header(number);
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
    return await thread.play(number, {
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
