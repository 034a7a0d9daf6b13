/**
 * What the episodes of each run and planner come to, at the head of the overview.
 *
 * @module
 */
import { mean } from '../trace/metrics/numbers.ts';
import { type Html, html } from './escaped_html.ts';
import { scrolling } from './page_frame.ts';
import type { ListedEpisode } from './reported_episode.ts';
import { breakable, heading } from './sorted_table.ts';

/** More lines are folded away. */
const OPEN_MAX = 12;

export function runSummary(episodes: readonly ListedEpisode[]): Html {
  const groups = [...Map.groupBy(episodes, ({ run, metrics }) => JSON.stringify([run, metrics.planner])).values()];
  const table = html`<table class="sorts"><thead><tr>${heading('Run')}${heading('Planner')}${heading('Episodes', 'n wide')}${heading('Success', 'n')}${heading('Steps', 'n')}</tr></thead>
<tbody>${groups.map(row)}</tbody></table>`;
  return html`<section id="runs"><details${groups.length <= OPEN_MAX ? html` open` : null}><summary><h2 class="folds">Runs and planners</h2></summary>
${scrolling('Runs and planners', table)}
<p class="quiet">Success: of the episodes that ran to their end. Steps: mean over successes. A planner leads to its episodes.</p></details></section>`;
}

function row(group: readonly ListedEpisode[]): Html {
  const { run, metrics } = group[0]!;
  const complete = group.filter((each) => each.metrics.complete);
  const solved = complete.filter((each) => each.metrics.success);
  const steps = mean(solved.map((each) => each.metrics.steps));
  const share = complete.length === 0 ? '–' : `${((100 * solved.length) / complete.length).toFixed(1)} %`;
  const only = new URLSearchParams({ run, planner: metrics.planner }).toString();
  return html`<tr><td>${breakable(run)}</td><th scope="row"><a href="#${only}">${breakable(metrics.planner)}</a></th><td class="n wide">${group.length}</td><td class="n">${share} <small>${solved.length}/${complete.length}</small></td><td class="n">${steps === null ? '–' : steps.toFixed(1)}</td></tr>\n`;
}
