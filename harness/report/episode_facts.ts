/**
 * What an episode comes to, at the head of its page.
 *
 * @module
 */
import { referenceText } from '../run/reading/trace_text.ts';
import { type Html, html } from './escaped_html.ts';
import { outcomeOf, type ReportedEpisode } from './reported_episode.ts';
import { words } from './thought_section.ts';

export function episodeFacts({ listed, trace, world }: ReportedEpisode): Html {
  const { metrics, run } = listed;
  const { header, summary } = trace;
  const outcome = outcomeOf(metrics);
  const ended = `${words(summary.end)}${metrics.failureKind === null || metrics.failureKind === summary.end ? '' : `, ${words(metrics.failureKind)}`}`;
  const options = Object.entries(header.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const facts: (readonly [string, string | Html])[] = [
    ['Outcome', html`<span class="badge ${outcome === 'success' ? 'ok' : 'bad'}">${OUTCOMES[outcome]}</span> ${ended}`],
    [
      'Steps',
      `${summary.steps} of at most ${header.stepsMax}${referenceText(header.reference)}, ${summary.counts.failedSteps} refused`,
    ],
    ['Goal-condition recall', summary.share.toFixed(2)],
    ['Calls', callsText(trace)],
    ...(summary.counts.tracking === null ? [] : [['Beliefs', trackingText(summary.counts.tracking)] as const]),
    ['Planner', html`<code>${header.planner}</code>${header.privileged ? ', privileged' : ''}`],
    ['Prompts', header.prompts],
    ['Run', run],
  ];
  return html`${goalText(world)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<details class="quiet"><summary>Options and digests</summary><p><code>${options.join(', ')}</code></p><p>World ${header.env}; digests of scene <code>${header.digests.scene.slice(0, 12)}</code>, task <code>${header.digests.task.slice(0, 12)}</code>, prompts <code>${header.digests.prompts.slice(0, 12)}</code></p></details>`;
}

/** Goals of more parts are folded away. */
const PARTS_MAX = 8;

/** In words, and as the task states it. */
function goalText({ parts, goal }: ReportedEpisode['world']): Html | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const list = html`<ul>${parts.map((part) => html`<li>${part}</li>`)}</ul>`;
  const asked =
    others.length === 0
      ? html`<p><b>Goal:</b> ${first}</p>`
      : html`<details${parts.length <= PARTS_MAX ? html` open` : null}><summary><b>Goal:</b> ${parts.length} conditions</summary>${list}</details>`;
  return html`<div class="asked">${asked}
<details class="quiet"><summary>Goal as a formula</summary><pre class="lines">${JSON.stringify(goal)}</pre></details></div>`;
}

export const OUTCOMES = { success: '✓ success', failure: '✗ failure', unfinished: '… unfinished' } as const;

function callsText({ header, summary }: ReportedEpisode['trace']): string {
  if (header.model === null) return 'asks no model';
  const roles = Object.values(summary.counts.roles);
  const sum = (counts: readonly (number | null)[]) =>
    counts.includes(null) ? '?' : String(counts.reduce<number>((all, each) => all + (each ?? 0), 0));
  const tokens = `${sum(roles.map((each) => each.promptTokens))} + ${sum(roles.map((each) => each.completionTokens))} tokens`;
  return `${summary.calls} of ${header.model}, ${tokens}`;
}

function trackingText(counts: NonNullable<ReportedEpisode['trace']['summary']['counts']['tracking']>): string {
  return `${counts.correct} of ${counts.covered} judged attributes true, ${counts.recalled} of ${counts.facts} changes known`;
}
