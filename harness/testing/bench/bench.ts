/** Absolute figures depend on the machine; the ratios to the plain reference in the same run are what to compare. */
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
import { plainTable } from '../../tables/plain_table.ts';
import { benchManyEpisodes } from './many_episodes_bench.ts';
import { benchReplay } from './replay_bench.ts';
import { benchStart } from './start_bench.ts';
import { benchTables } from './tables_bench.ts';

type Line = readonly [string, perSecond: number, aim: number | null, reference: string, referencePerSecond: number];

const replay = await benchReplay();
const cassettes = await benchCassettes();
const household = benchHousehold();
const virtualHome = benchVirtualHome();
const dumped = benchDumpedScenes();
const pddl = benchPddl();
const motion = benchMotion();
const tabletop = benchTabletop();
const planbench = benchPlanBench();
const report = await benchReport();
const server = await benchVirtualHomeServer();
const remoteApi = await benchRemoteApiServer();
const starts = benchStart();
const tables = benchTables();
const many = await benchManyEpisodes();
const sweep = await benchSweep();

/** References of more than one figure. */
const OVER_MAP = ['answers from a plain map', replay.mapCallsPerSecond] as const;
const ALONE = ['answers from a plain map', cassettes.plainCallsPerSecond] as const;
const HOUSE = ['slow, obvious household', household.referenceActionsPerSecond] as const;
const SIMULATOR = ['slow, obvious VirtualHome', virtualHome.referenceActionsPerSecond] as const;
const ARM = ['multiplied matrices', motion.referenceChecksPerSecond] as const;
const inScene = `VirtualHome rules in ${virtualHome.scene}`;
const towers = `towers of seven, ${tabletop.actionsPerEpisode.toFixed(1)} picks and places with the arm`;
const lineOverHttp = 'VirtualHome script lines over HTTP, one a request, by processor time';
const lines: Line[] = [
  ['LLM calls, episodes end to end, tape directly', replay.directCallsPerSecond, 20_000, ...OVER_MAP],
  ['LLM calls, episodes end to end, through the SDK', replay.sdkCallsPerSecond, null, ...OVER_MAP],
  ['LLM calls, tape alone, 8 KB prompts', cassettes.directCallsPerSecond, null, ...ALONE],
  ['LLM calls, SDK alone, 8 KB prompts', cassettes.sdkCallsPerSecond, null, ...ALONE],
  ['household actions, rules only', household.actionsPerSecond, 500_000, ...HOUSE],
  [`${inScene}, scripts read beforehand`, virtualHome.actionsPerSecond, 500_000, ...SIMULATOR],
  [`${inScene}, from text`, virtualHome.textActionsPerSecond, 200_000, ...SIMULATOR],
  [
    ...(['pairs of graphs of VirtualHome’s dataset read', dumped.documentsPerSecond, null] as const),
    ...(['readers that know places', dumped.referenceDocumentsPerSecond] as const),
  ],
  [
    ...([`LM-cut evaluations, ${pddl.problems}`, pddl.evaluationsPerSecond, 12_000] as const),
    ...(['LM-cut by the book', pddl.referenceEvaluationsPerSecond] as const),
  ],
  [
    ...(['PDDL problems of 3 to 6 blocks, text to plan', pddl.solvesPerSecond, 200] as const),
    ...(['blind search', pddl.referenceSolvesPerSecond] as const),
  ],
  [
    ...(['PDDL plans of four steps validated', planbench.plansPerSecond, 23_000] as const),
    ...(['sets of facts, no explanation', planbench.referencePlansPerSecond] as const),
  ],
  [`arm configurations tested along paths, ${motion.queries}`, motion.checksPerSecond, 400_000, ...ARM],
  ['arm configurations tested, anywhere', motion.uniformChecksPerSecond, 400_000, ...ARM],
  [towers, tabletop.episodesPerSecond, null, 'the same without an arm', tabletop.referenceEpisodesPerSecond],
  [lineOverHttp, server.linesPerProcessorSecond, 2_000, 'requests that do nothing', server.idlePerSecond],
  [
    ...(['CoppeliaSim remote API calls over ZeroMQ, one after the other', remoteApi.callsPerSecond, 5_000] as const),
    ...(['the same without a socket', remoteApi.unsentPerSecond] as const),
  ],
  ['household steps with goal and observation', household.stepsPerSecond, null, ...HOUSE],
];
for (const { command, coldPerSecond, warmPerSecond, nodePerSecond } of starts) {
  lines.push(
    [`\`${command}\`, code compiled before`, warmPerSecond, 1_000 / 150, 'Node with nothing to do', nodePerSecond],
    [`\`${command}\`, for the first time`, coldPerSecond, null, 'Node with nothing to do', nodePerSecond],
  );
}
lines.push(['all tables', tables.perSecond, 1 / 4, 'all tables in one thread', tables.oneThreadPerSecond]);
for (const [number, { episodes, episodesPerSecond, peakMegabytes }] of many.slice(1).entries()) {
  const what = `recorded episodes, ${episodes} trials of a task, ${peakMegabytes} MB of memory at most`;
  const fewer = many[number]!;
  const reference = `${fewer.episodes} trials, ${fewer.peakMegabytes} MB`;
  lines.push([what, episodesPerSecond, null, reference, fewer.episodesPerSecond]);
}
if (sweep === null)
  console.log('No redis-server in PATH: how much a sweep gets of what a provider allows is not measured');
else {
  const { requestsPerSecond, limitPerSecond } = sweep;
  const what = 'requests of a sweep, 4 workers, errors and latency on the way';
  lines.push([what, requestsPerSecond, 0.95 * limitPerSecond, 'what the provider allows', limitPerSecond]);
}
const { textAnswersPerSecond, packedAnswersPerSecond } = planbench;
if (textAnswersPerSecond === null)
  console.log('PLANBENCH names no checkout: how fast its answers are read is not measured');
else {
  const [text, packed] = ['answers of PlanBench read and scored from their text', 'read from the committed plans'];
  const inPlans = `answers of PlanBench ${packed}`;
  lines.push(
    [text, textAnswersPerSecond, 45_400 / 20, packed, packedAnswersPerSecond],
    [inPlans, packedAnswersPerSecond, 45_400 / 3, 'from their text', textAnswersPerSecond],
  );
}
if (report === null) console.log('No Chromium in CHROME or PATH: how fast a report opens is not measured');
else {
  const { overviewsPerSecond, episodesPerSecond, emptyPerSecond } = report;
  lines.push(
    ['overview of 1,050 episodes opened in Chromium', overviewsPerSecond, 1, 'an empty page', emptyPerSecond],
    ['episode of 60 steps opened in Chromium', episodesPerSecond, 10, 'an empty page', emptyPerSecond],
  );
}

console.log(
  plainTable(
    ['what', 'per second', 'aim', '× aim', 'reference in the same run', 'per second', '× reference'],
    lines.map(([what, perSecond, aim, reference, referencePerSecond]) => [
      what,
      shownRate(perSecond),
      aim === null ? '' : shownRate(aim),
      aim === null ? '' : (perSecond / aim).toFixed(2),
      reference,
      shownRate(referencePerSecond),
      (perSecond / referencePerSecond).toFixed(2),
    ]),
  ),
);
console.log(
  `LM-cut search: ${pddl.bytesPerState.toFixed(0)} bytes a stored state; a PDDL problem of 3 to 6 blocks takes ${(1_000 / pddl.solvesPerSecond).toFixed(1)} ms from text to plan (aim 5 ms; Fast Downward 330 ms)`,
);
console.log(
  `RRT-Connect: median ${motion.searchMsMedian.toFixed(3)} ms, p95 ${motion.searchMsP95.toFixed(3)} ms a query (aims 0.3, 0.6; OMPL 0.21, 0.39), with shortcuts and certification ${motion.planMsMedian.toFixed(3)} and ${motion.planMsP95.toFixed(3)} ms; length ${motion.rawLength.toFixed(2)} raw, ${motion.length.toFixed(2)} simplified (aim 2.52; OMPL 2.40); ${percent(motion.solvedShare)} solved; a pick and a place in an episode ${tabletop.pairMs.toFixed(1)} ms (aim 0.8)`,
);
console.log(
  `median prompt ${replay.promptLength} characters; ${percent(household.carriedOutShare)} of the household actions and ${percent(virtualHome.carriedOutShare)} of VirtualHome's are carried out, the others refused`,
);

function shownRate(perSecond: number): string {
  return perSecond.toFixed(perSecond < 1 ? 3 : perSecond < 100 ? 1 : 0);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
