import { benchCassettes } from '../../../cassettes/bench/cassettes_bench.ts';
import { benchHousehold } from '../../../envs/household/bench/household_bench.ts';
import { benchDumpedScenes } from '../../../envs/household/virtualhome/bench/dumped_scenes_bench.ts';
import { benchVirtualHome } from '../../../envs/household/virtualhome/bench/virtualhome_bench.ts';
import { benchTabletop } from '../../../envs/tabletop/bench/tabletop_bench.ts';
import { benchMotion } from '../../../envs/tabletop/motion/bench/motion_bench.ts';
import { benchPddl } from '../../../planners/pddl/bench/pddl_bench.ts';
import { benchPlanBench } from '../../interop/planbench/bench/planbench_bench.ts';
import { benchRemoteApiServer } from '../../interop/serving/bench/remote_api_server_bench.ts';
import { benchVirtualHomeServer } from '../../interop/serving/bench/virtualhome_server_bench.ts';
import { benchReport } from '../../report/bench/report_bench.ts';
import { benchSweep } from '../../scale/bench/sweep_bench.ts';
import { benchReplay } from './replay_bench.ts';
import { benchStart } from './start_bench.ts';
import { benchTables } from './tables_bench.ts';

/** Both figures per second. */
export type Row = Readonly<{ what: string; perSecond: number; reference: string; referencePerSecond: number }>;

/** A string says why a group cannot be measured here. */
export type Measured = readonly Row[] | string;

export const GROUPS: Readonly<Record<string, () => Measured | Promise<Measured>>> = {
  async replay() {
    const { directCallsPerSecond, sdkCallsPerSecond, mapCallsPerSecond } = await benchReplay();
    return [
      row('LLM calls in episodes, from a tape', directCallsPerSecond, 'from a plain map', mapCallsPerSecond),
      row('LLM calls in episodes, through the SDK', sdkCallsPerSecond, 'from a plain map', mapCallsPerSecond),
    ];
  },
  async tape() {
    const { directCallsPerSecond, sdkCallsPerSecond, plainCallsPerSecond } = await benchCassettes();
    return [
      row('LLM calls alone, 8 KB prompts, from a tape', directCallsPerSecond, 'from a plain map', plainCallsPerSecond),
      row('LLM calls alone, through the SDK', sdkCallsPerSecond, 'from a plain map', plainCallsPerSecond),
    ];
  },
  household() {
    const { actionsPerSecond, stepsPerSecond, referenceActionsPerSecond } = benchHousehold();
    return [
      row('household actions, rules alone', actionsPerSecond, 'slow, obvious household', referenceActionsPerSecond),
      row('household steps with observation', stepsPerSecond, 'slow, obvious household', referenceActionsPerSecond),
    ];
  },
  virtualhome() {
    const { scene, actionsPerSecond, textActionsPerSecond, referenceActionsPerSecond } = benchVirtualHome();
    const slow = 'slow, obvious VirtualHome';
    const { documentsPerSecond, referenceDocumentsPerSecond } = benchDumpedScenes();
    return [
      row(`VirtualHome actions in ${scene}`, actionsPerSecond, slow, referenceActionsPerSecond),
      row(`the same from script text`, textActionsPerSecond, slow, referenceActionsPerSecond),
      row('pairs of VirtualHome graphs', documentsPerSecond, 'readers with positions', referenceDocumentsPerSecond),
    ];
  },
  pddl() {
    const pddl = benchPddl();
    return [
      row('LM-cut evaluations', pddl.evaluationsPerSecond, 'LM-cut by the book', pddl.referenceEvaluationsPerSecond),
      row('PDDL problems, text to plan', pddl.solvesPerSecond, 'blind search', pddl.referenceSolvesPerSecond),
    ];
  },
  motion() {
    const { checksPerSecond, uniformChecksPerSecond, referenceChecksPerSecond, planMsMedian } = benchMotion();
    const slow = 'multiplied matrices';
    return [
      row('arm configurations checked along paths', checksPerSecond, slow, referenceChecksPerSecond),
      row('arm configurations checked anywhere', uniformChecksPerSecond, slow, referenceChecksPerSecond),
      row('motions planned (1 / median time)', 1_000 / planMsMedian, 'OMPL 1.5.2, stored', 1_000 / OMPL_MS),
    ];
  },
  arm() {
    const { pairMs, episodesPerSecond, referenceEpisodesPerSecond } = benchTabletop();
    return [
      row('towers of seven blocks', episodesPerSecond, 'the same without an arm', referenceEpisodesPerSecond),
      row('picks with their places', 1_000 / pairMs, 'one a millisecond', 1_000),
    ];
  },
  planbench() {
    const { plansPerSecond, referencePlansPerSecond, textAnswersPerSecond, packedAnswersPerSecond } = benchPlanBench();
    const plans = row('PDDL plans validated', plansPerSecond, 'sets of facts', referencePlansPerSecond);
    if (textAnswersPerSecond === null) return [plans];
    const [text, packed] = ['PlanBench answers from their text', 'PlanBench answers from committed plans'];
    return [
      plans,
      row(text, textAnswersPerSecond, 'from committed plans', packedAnswersPerSecond),
      row(packed, packedAnswersPerSecond, 'from their text', textAnswersPerSecond),
    ];
  },
  async servers() {
    const { linesPerProcessorSecond, idlePerSecond } = await benchVirtualHomeServer();
    const { callsPerSecond, unsentPerSecond } = await benchRemoteApiServer();
    return [
      row('VirtualHome script lines over HTTP', linesPerProcessorSecond, 'requests that do nothing', idlePerSecond),
      row('CoppeliaSim calls over ZeroMQ', callsPerSecond, 'the same without a socket', unsentPerSecond),
    ];
  },
  start() {
    const idle = 'Node with nothing to do';
    return benchStart().flatMap(({ command, coldPerSecond, warmPerSecond, nodePerSecond }) => [
      row(`\`${command}\`, code compiled before`, warmPerSecond, idle, nodePerSecond),
      row(`\`${command}\`, for the first time`, coldPerSecond, idle, nodePerSecond),
    ]);
  },
  tables() {
    const { perSecond, oneThreadPerSecond } = benchTables();
    return [row('all tables', perSecond, 'in one thread', oneThreadPerSecond)];
  },
  async report() {
    const report = await benchReport();
    if (report === null) return 'No Chromium in CHROME or PATH';
    const { overviewsPerSecond, episodesPerSecond, emptyPerSecond } = report;
    return [
      row('overviews of 1,050 episodes opened', overviewsPerSecond, 'an empty page', emptyPerSecond),
      row('episodes of 60 steps opened', episodesPerSecond, 'an empty page', emptyPerSecond),
    ];
  },
  async sweep() {
    const sweep = await benchSweep();
    if (sweep === null) return 'No redis-server in PATH';
    const { requestsPerSecond, limitPerSecond } = sweep;
    return [row('requests of a sweep, four workers', requestsPerSecond, "the provider's limit", limitPerSecond)];
  },
};

/** Median of the motion reference's queries on another machine. */
const OMPL_MS = 0.21;

function row(what: string, perSecond: number, reference: string, referencePerSecond: number): Row {
  return { what, perSecond, reference, referencePerSecond };
}
