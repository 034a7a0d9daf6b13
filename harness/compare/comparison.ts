/**
 * What comes of comparing two sides: one plain value, of which every output (terminal, Markdown, JSON, JUnit, HTML) is a rendering.
 *
 * Shares lie in [0, 1]. Differences are the candidate's minus the baseline's. Derived numbers have six significant digits.
 *
 * @module
 */
import type { SuiteRecord } from '../run/run_record.ts';
import type { Compared } from '../trace/metrics/metric.ts';
import type { EpisodeName } from '../trace/trace.ts';
import type { PlannerPair, UnpairedPlanner } from './pair_planners.ts';
import type { Side } from './side.ts';

export type Comparison = {
  readonly format: 1;
  /** What is said first. */
  readonly overall: Overall;
  readonly baseline: SideSummary;
  readonly candidate: SideSummary;
  /** The level of every test, after Holm. */
  readonly alpha: number;
  /** Metrics that decide. Holm is over these and the planners; the others are described, with a Holm of their own. */
  readonly deciding: readonly string[];
  /** How much worse is no matter. */
  readonly margins: Margins;
  /** Which planner was compared with which. */
  readonly planners: readonly PlannerPair[];
  /** What else the sides have in the suites compared; none where the planners were named. */
  readonly unpaired: readonly UnpairedPlanner[];
  readonly pairs: readonly PairedEpisode[];
  readonly missing: readonly MissingPair[];
  /** By suite and pair of planners, in the order of METRICS. */
  readonly rows: readonly ComparedMetric[];
  /** Episodes of the pairs that failed, by planners and kind of failure. */
  readonly failures: readonly FailuresOfKind[];
  /** Every pair of which one succeeded and one did not: what was lost first. */
  readonly flips: readonly Flip[];
  /** What speaks against the baseline, such as that it was made by other code. */
  readonly warnings: readonly string[];
};

/** What the metrics that decide come to: `worse` as soon as one of them is, then `better`; `too_few` where no test could tell anything. */
export type Overall = {
  readonly verdict: 'better' | 'worse' | 'no_difference' | 'too_few';
  /** One line. */
  readonly text: string;
};

/** How many episodes of the pairs failed in one way. */
export type FailuresOfKind = ComparedPlanners & {
  readonly suite: string;
  readonly kind: string;
  readonly baseline: number;
  readonly candidate: number;
};

/** One of the two sides, without its episodes. */
export type SideSummary = Pick<Side, 'name' | 'kind' | 'code' | 'tapes'> & {
  readonly suites: readonly SuiteRecord[];
  readonly episodes: number;
};

/** For shares in [0, 1], and for other metrics by name, in their own unit. */
export type Margins = { readonly share: number; readonly metrics: Readonly<Record<string, number>> };

/** Which planner it is on either side; most often the same. */
export type ComparedPlanners = {
  /** Of the candidate. */
  readonly planner: string;
  readonly baselinePlanner: string;
};

/** An episode that both sides have played to its end, called as the candidate calls it. */
export type PairedEpisode = EpisodeName &
  ComparedPlanners & {
    readonly episode: string;
    readonly baseline: Played;
    readonly candidate: Played;
  };

export type Played = {
  readonly end: string;
  readonly success: boolean;
  readonly steps: number;
};

/** An episode that one side lacks, though it has others of the same suite and planner. */
export type MissingPair = EpisodeName & {
  /** As the side that lacks it would call it. */
  readonly episode: string;
  /** Which side lacks it. */
  readonly in: 'baseline' | 'candidate';
  /** `absent`, or the end of an episode that did not run to one of its own, such as `tape_miss`. */
  readonly why: string;
};

/**
 * What is told of a metric: `better` and `worse` only where the test says so; `equal` where no pair differs; `within_margin` where the whole
 * interval lies within the margin; else there are too few pairs to tell.
 */
export type Verdict = 'better' | 'worse' | 'equal' | 'within_margin' | 'too_few';

export type Interval = { readonly low: number; readonly high: number };

/** One metric of one planner, or of two, over the pairs that have it. */
export type ComparedMetric = ComparedPlanners &
  Measured & {
    readonly suite: string;
    readonly metric: string;
    readonly title: string;
    readonly better: Compared['better'];
    readonly unit: Compared['unit'];
    readonly over: string | null;
    /** Whether it is one of those that decide. */
    readonly decides: boolean;
    readonly pHolm: number;
    readonly verdict: Verdict;
  };

/** What is measured of the pairs, before it is set against other tests. */
export type Measured = {
  readonly pairs: number;
  readonly tasks: number;
  /** Means over the pairs; null where there is none. */
  readonly baseline: number | null;
  readonly candidate: number | null;
  readonly difference: number | null;
  /** Of the difference, 95 %: the wider of Newcombe's (shares of success) and the bootstrap over tasks; null where neither can be had. */
  readonly interval: Interval | null;
  readonly newcombe: Interval | null;
  readonly bootstrap: Interval | null;
  /** Pairs in which the candidate did better, and worse. */
  readonly gained: number;
  readonly lost: number;
  /** Exact McNemar for success, else Wilcoxon's signed-rank test. */
  readonly test: 'mcnemar' | 'wilcoxon';
  /** Over pairs; over tasks, where some task has several pairs; and the larger of both, which counts. Two-sided. */
  readonly pPairs: number;
  readonly pTasks: number | null;
  readonly p: number;
  /** The smallest difference that four of five comparisons of this size tell, at the level that Holm leaves the first; null where none does. */
  readonly detectable: number | null;
};

/** A pair of which one side came to success and the other did not. */
export type Flip = PairedEpisode & {
  readonly turned: 'lost' | 'gained';
  /** The kind of failure of the side that failed. */
  readonly kind: string;
  /** Whether both sides have traces at all; published answers have none. */
  readonly traced: boolean;
  /** The first event at which the traces part, requests aside, which differ as soon as a prompt does; null where a trace is not at hand. */
  readonly parting: Parting | null;
  /** The first step that differs; null too where every step of the shorter is the same. */
  readonly firstStep: Parting | null;
  /** The lines of the first request that differs; null where the prompts are the same, or a request is not at hand. */
  readonly prompt: PromptChange | null;
};

export type Parting = {
  /** Positions among the events of both traces, from 0. */
  readonly at: { readonly baseline: number; readonly candidate: number };
  /** What happened there; null past the end of a trace. */
  readonly baseline: string | null;
  readonly candidate: string | null;
};

export type PromptChange = {
  /** What the request was for, such as `policy`. */
  readonly purpose: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Lines beyond those that are listed. */
  readonly more: number;
};
