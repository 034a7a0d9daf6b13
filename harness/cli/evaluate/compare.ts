import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { PRICES_OPTION, pricesOf } from '../../trace/metrics/prices.ts';
import { command } from '../terminal/command.ts';
import { checkCount, option } from '../terminal/option.ts';

const SIDE_FORMS =
  'a run (folder, SUITE or SUITE/NAME), a folder of tapes, tables such as results/baseline, or planbench:MODEL (published answers)';

export const compareCommand = command(
  (args) =>
    args
      .positional('baseline', option.required(`Baseline: ${SIDE_FORMS}`))
      .positional('candidate', option.required('Candidate, in one of the same forms'))
      .options({
        pair: option.defaultTexts(
          [],
          'Compare only these planners, as BASELINE:CANDIDATE, such as llm_state:llm_state+states=false; default: planners with the same name, or the only planner on each side',
        ),
        metric: option.defaultTexts(['success'], 'Metrics that decide the verdict, such as success,steps'),
        alpha: option.number(0.05, 'Significance level of the tests, with Holm’s correction'),
        margin: option.defaultTexts([], 'Tolerated difference: 5pp for all shares, or METRIC=NUMBER, such as steps=2'),
        'fail-on-regression': option.flag('Exit 1 if a deciding metric is significantly worse than its margin allows'),
        'fail-under': option.defaultTexts([], 'Exit 1 if a candidate planner is below METRIC=NUMBER, like success=0.9'),
        'fail-on-missing': option.flag('Exit 1 if the candidate lacks episodes of the baseline'),
        prices: PRICES_OPTION,
        markdown: option.text('Write a Markdown comment for a pull request to this file'),
        junit: option.text('Write JUnit XML to this file'),
        html: option.text('Write an HTML page to this file'),
        jobs: option.threads('Number of threads that replay tapes'),
      }),
  async (args, { terminal, signal, exitWith }) => {
    const { alpha, jobs } = args;
    if (!(alpha > 0 && alpha < 1)) throw invalid(`--alpha must lie between 0 and 1, found ${alpha}`);
    checkCount('--jobs', jobs);
    // loads slowly
    const { compareSides } = await import('../../compare/comparison.ts');
    const { readSides } = await import('../../compare/read_sides.ts');
    const { gate, gateLine, readFloor, readMargins } = await import('../../compare/gate.ts');
    const { readNamedPair } = await import('../../compare/pairs.ts');
    const deciding = args.metric.flatMap((names) => names.split(','));
    const prices = pricesOf(args);
    const margins = readMargins(args.margin);
    const failUnder = args.failUnder.map(readFloor);
    const planners = [...new Set(args.pair)].map(readNamedPair);
    const { baseline, candidate } = await readSides({ ...args, planners }, { signal, messages: terminal, jobs });
    const comparison = await compareSides(baseline, candidate, { alpha, deciding, margins, planners, prices });
    if (signal.aborted) throw new CommandFailure(130, 'Interrupted; nothing was written');
    const { failOnRegression, failOnMissing } = args;
    const verdict = gate(comparison, { failOnRegression, failOnMissing, failUnder });
    const files = {
      markdown: async () =>
        (await import('../../compare/comparison_markdown.ts')).comparisonMarkdown(comparison, verdict),
      junit: async () => (await import('../../compare/comparison_junit.ts')).comparisonJunit(comparison, verdict),
      html: async () => (await import('../../report/comparison_page.ts')).comparisonPage(comparison, verdict),
    };
    for (const [option, text] of Object.entries(files)) {
      const path = args[option as keyof typeof files];
      if (path === undefined) continue;
      writeWhole(path, await text());
      terminal.say(`written: ${path}`);
    }
    if (args.json) terminal.out(JSON.stringify({ ...comparison, gate: verdict }));
    else {
      const { comparisonText } = await import('../../compare/shown_comparison.ts');
      const { sideBySide } = await import('../../report/pair_page.ts');
      const hint = sideBySide(comparison);
      terminal.out(comparisonText(comparison, terminal.screen));
      if (hint !== null) terminal.out(`\n${hint}`);
    }
    for (const warning of comparison.warnings) terminal.say(`Warning: ${warning}`);
    if (verdict.passed !== null) terminal.say(gateLine(verdict));
    if (verdict.passed === false) exitWith(1);
  },
  {
    'compare household/before household/after': 'Show the metrics that are better or worse in the second run',
    'compare results/baseline household/after --fail-on-regression --markdown comment.md':
      'Check in continuous integration: exit 1 if success is worse',
    'compare results/baseline results/baseline --pair llm_state:inner_monologue': 'Compare two planners',
  },
);
