import { findConversations } from '../../../cassettes/care/tape_diff.ts';
import type { Address } from '../../../cassettes/format/entry.ts';
import { LayeredTape } from '../../../cassettes/reading/layered_tape.ts';
import { SYMBOLIC } from '../../episode/live_worlds.ts';
import { invalid } from '../../io/errors/failure.ts';
import { answeredCalls, episodeId, type Trace } from '../../trace/trace.ts';
import { inCassette } from './tape_layers.ts';

export type UsedAnswers = Readonly<{
  suite: string;
  model: string;
  used: readonly Address[];
  covered: readonly Pick<Address, 'task' | 'trial'>[];
}>;

type Played = Readonly<{ run: Readonly<{ suite: string; model: string; env: string }>; traces: readonly Trace[] }>;

/** One for each tape. Rejects if no layer has a simulator's answers, as after a live run. */
export async function usedAnswers(runs: readonly Played[], layers: readonly string[]): Promise<readonly UsedAnswers[]> {
  const simulated = runs.filter(({ run }) => run.env !== SYMBOLIC);
  const used = byTape(runs, 'model').map(({ traces, ...tape }): UsedAnswers => {
    return { ...tape, used: traces.flatMap(answeredCalls), covered: traces.map(placeOf) };
  });
  for (const { traces, ...name } of byTape(simulated, 'env')) {
    const tape = await LayeredTape.open({ ...inCassette(layers), ...name });
    try {
      used.push({ ...name, used: await simulatorAnswers(tape, traces), covered: traces.map(placeOf) });
    } finally {
      await tape.close();
    }
  }
  return used;
}

function byTape(runs: readonly Played[], tape: 'model' | 'env') {
  return Array.from(Map.groupBy(runs, ({ run }) => JSON.stringify([run.suite, run[tape]])).values(), (group) => {
    const { run } = group[0]!;
    return { suite: run.suite, model: run[tape], traces: group.flatMap(({ traces }) => traces) };
  });
}

async function simulatorAnswers(tape: LayeredTape, traces: readonly Trace[]): Promise<readonly Address[]> {
  const used: Address[] = [];
  const simulated = traces.filter(({ summary }) => (summary.simulator?.said ?? null) !== null);
  for (const group of Map.groupBy(simulated, (trace) => JSON.stringify(placeOf(trace))).values()) {
    const digests = group.map(({ summary }) => summary.simulator!.said!);
    const paths = await findConversations(tape, { ...placeOf(group[0]!), digests });
    for (const [at, path] of paths.entries()) {
      if (path === null) {
        throw invalid(
          `Cannot prune by episode "${episodeId(group[at]!.header)}": the tape does not have its simulator's answers`,
        );
      }
      used.push(...path);
    }
  }
  return used;
}

function placeOf({ header: { scene, task, trial } }: Trace): Pick<Address, 'task' | 'trial'> {
  return { task: `${scene}/${task}`, trial };
}
