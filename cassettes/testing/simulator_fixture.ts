import { type SimulatorClient, TapedSimulator, type TapedSimulatorParts } from '../cassette/taped_simulator.ts';
import type { TapeName } from '../format/tape_files.ts';
import { LayeredTape } from '../reading/layered_tape.ts';
import type { Json } from '../wire/simulator_exchange.ts';
import { startRecording } from '../writing/open_for_writing.ts';
import { ANSWERING } from './tape_fixture.ts';

export const EPISODE: TapedSimulatorParts['episode'] = {
  ...{ suite: 'household', task: 'house_1/make_toast', trial: 1, planner: 'llm_state', model: 'gpt-4-0613' },
};

export function simulatorTapeIn(tapesDir: string): TapeName {
  return { tapesDir, suite: EPISODE.suite, model: 'virtualhome' };
}

/** Answers with all that it was told, so that it shows whether it was told everything. `heard` is all that it heard. */
export function countingSimulator(heard: Json[] = []): SimulatorClient & { readonly heard: readonly Json[] } {
  const since = heard.length;
  return {
    heard,
    async ask(message) {
      heard.push(message as Json);
      return { told: heard.slice(since) };
    },
    close() {},
  };
}

type Playing = Partial<Pick<TapedSimulatorParts, 'live' | 'episode'>> &
  Readonly<{ below?: readonly string[]; again?: boolean }>;

export async function conversation(
  name: TapeName,
  messages: readonly Json[],
  { live = null, episode = EPISODE, below = [], again = false }: Playing = {},
) {
  const recording = live === null ? null : await startRecording(name, { provenance: ANSWERING });
  const tape = await LayeredTape.open({ ...name, below });
  const keep: TapedSimulatorParts['keep'] = async (each) => recording?.journal.append([each]);
  const simulator = new TapedSimulator({
    episode,
    protocol: name.model,
    tape: again ? null : tape,
    live,
    ...(recording === null ? {} : { keep }),
    nowMs: () => 0,
  });
  try {
    const answers: unknown[] = [];
    for (const message of messages) answers.push(await simulator.ask(message));
    return { answers, counts: simulator.counts, digest: simulator.digest };
  } finally {
    await tape.close();
    await recording?.finish();
  }
}
