/**
 * What a planner asked, read, believed and planned before an action, as HTML.
 *
 * @module
 */
import { are, counted } from '../io/errors/counted.ts';
import type { Exchange } from '../run/reading/exchange_reader.ts';
import { type ComparedEntry, comparedEntries } from './belief_entries.ts';
import type { Thought } from './episode_moments.ts';
import { type Html, html } from './escaped_html.ts';

/** What a thought is shown with. */
export type ThoughtContext = {
  readonly exchanges: readonly (Exchange | null)[];
  /** The belief of the same kind before; undefined where there is none. */
  readonly before: unknown;
  /** Of an object-level plan; null where there is none. */
  readonly drawing: number | null;
  /** Lines of the prompt that are new since the role's last call, of how many; null for its first. */
  readonly changed: { readonly lines: number; readonly of: number } | null;
};

export function thoughtSection(thought: Thought, context: ThoughtContext): Html {
  switch (thought.kind) {
    case 'call':
      return callSection(thought, context);
    case 'parsed':
      return html`<div class="thought"><h3>Read again: ${words(thought.parsed.purpose)}</h3>${parsedLine(thought.parsed)}${discardList(thought.parsed.discarded)}</div>`;
    case 'belief':
      return beliefSection(thought, context);
    case 'planned': {
      const { purpose, status, cost, expanded, message } = thought.planned;
      const found = cost === null ? '' : `, cost ${cost}`;
      const effort = expanded === null ? '' : `, ${counted(expanded, 'state')} expanded`;
      return html`<p class="thought"><b>Task planner</b>, ${words(purpose)}: ${words(status)}${found}${effort}${message === null ? null : html`: <code>${message}</code>`}</p>`;
    }
    case 'sense':
      return html`<p class="thought">Looks again.</p>`;
    case 'stop':
      return html`<p class="thought"><b>Stops</b>: ${words(thought.reason)}</p>`;
  }
}

type Call = Extract<Thought, { kind: 'call' }>;
type Parsed = NonNullable<Call['parsed']>;

function callSection({ number, call, parsed }: Call, { exchanges, changed }: ThoughtContext): Html {
  const exchange = exchanges[number - 1] ?? null;
  const tokens = `${call.promptTokens ?? '?'} + ${call.completionTokens ?? '?'} tokens`;
  const news =
    changed === null
      ? 'first of this role'
      : `${changed.lines} of ${changed.of} lines are new since this role’s last call`;
  const flaw = call.flaw === undefined ? null : html` <span class="badge bad">${words(call.flaw)}</span>`;
  return html`<div class="thought call" id="call-${number}">
<h3><a href="#call-${number}">Call ${number}</a>: ${words(call.purpose)}${flaw} <small>${tokens}</small></h3>
${
  exchange === null
    ? html`<p class="quiet">The tapes do not hold this call (any more).</p>`
    : html`<details class="prompt" data-call="${number - 1}"><summary>Prompt <small>${exchange.messages.length === 0 ? 'a request for vectors' : news}</small></summary><div class="lines"></div></details>
${replySection(exchange.reply, parsed)}`
}
${parsed === null ? null : parsedLine(parsed)}
${exchange === null && parsed !== null ? discardList(parsed.discarded) : null}
${parsed === null || parsed.remarks.length === 0 ? null : html`<ul class="quiet">${parsed.remarks.map((remark) => html`<li>${remark}</li>`)}</ul>`}
</div>`;
}

/** Lines that were thrown away are marked, each with the reason. */
function replySection(reply: string, parsed: Parsed | null): Html {
  const reasons = Map.groupBy(parsed?.discarded ?? [], ({ line }) => line);
  const lines = reply.split('\n');
  const beyond = (parsed?.discarded ?? []).filter(({ line }) => line < 1 || line > lines.length);
  return html`<ol class="reply" aria-label="Reply">${lines.map((line, at) => {
    const thrown = reasons.get(at + 1);
    if (thrown === undefined) return html`<li><code>${line}</code></li>`;
    return html`<li class="thrown"><code>${line}</code>${thrown.map(({ reason, kind }) => html` <em>✗ thrown away: ${reason === '' ? words(kind) : reason}</em>`)}</li>`;
  })}</ol>${discardList(beyond)}`;
}

function discardList(discarded: Parsed['discarded']): Html | null {
  if (discarded.length === 0) return null;
  return html`<ol class="reply">${discarded.map(({ text, reason }) => html`<li class="thrown"><code>${text}</code> <em>✗ thrown away: ${reason}</em></li>`)}</ol>`;
}

function parsedLine({ accepted, discardedCounts, discarded }: Parsed): Html {
  const counts = Object.entries(discardedCounts).map(([kind, count]) => `${count} ${words(kind)}`);
  const total = Object.values(discardedCounts).reduce((sum, count) => sum + count, 0);
  const shown = total > discarded.length ? `, of which ${discarded.length} are shown` : '';
  return html`<p class="quiet">${accepted} read${counts.length === 0 ? ', nothing thrown away' : `; thrown away: ${counts.join(', ')}${shown}`}</p>`;
}

function beliefSection({ belief, tracking }: Extract<Thought, { kind: 'belief' }>, context: ThoughtContext): Html {
  const wrong = tracking?.wrong ?? [];
  const groups = [...Map.groupBy(comparedEntries(belief, context.before), ({ label }) => label)];
  const news = context.before === undefined ? '' : ' what is new or gone since the last one is marked';
  return html`<div class="thought belief"><h3>Belief<small>${news}</small></h3>
<dl>${groups.map(([label, entries]) => html`<div><dt>${label === '' ? 'value' : words(label)}</dt>${entries.map((entry) => entryItem(entry, wrong))}</div>`)}</dl>
${context.drawing === null ? null : html`<figure data-drawing="${context.drawing}" data-alt="The object-level plan as a graph"></figure>`}
${tracking === null ? null : trackingLines(tracking)}</div>`;
}

function entryItem({ label, text, change }: ComparedEntry, wrong: readonly string[]): Html {
  const said = wrong.filter((claim) => claim.startsWith(`${label}: `)).map((claim) => claim.slice(label.length + 2));
  const isFalse = change !== 'gone' && said.some((claim) => text.includes(claim));
  const mark = change === 'same' ? null : html`<small>${change === 'new' ? '+ new' : '− gone'}</small> `;
  const shown = text.includes('\n') ? html`<pre>${text}</pre>` : html`<span>${text}</span>`;
  return html`<dd class="${change}${isFalse ? ' false' : ''}">${mark}${shown}${isFalse ? html` <small>✗ false</small>` : null}</dd>`;
}

type Tracking = NonNullable<Extract<Thought, { kind: 'belief' }>['tracking']>;

function trackingLines({ claims, covered, correct, facts, recalled, wrong, missing, broken = [] }: Tracking): Html {
  const [false_, unknown] = [covered - correct, facts - recalled];
  const listed = (all: readonly string[], count: number) =>
    `${all.join(', ')}${count > all.length ? ` and ${count - all.length} more` : ''}`;
  return html`<p class="quiet">Against the world: of ${counted(claims, 'attribute')} ${covered} can be judged, ${correct} ${are(correct)} true; of ${counted(facts, 'change')} ${recalled} ${are(recalled)} known.</p>
${false_ === 0 ? null : html`<p class="quiet bad">False: <code>${listed(wrong, false_)}</code></p>`}
${unknown === 0 ? null : html`<p class="quiet">Not known: <code>${listed(missing, unknown)}</code></p>`}
${broken.map(({ invariant, text }) => html`<p class="quiet bad">Breaks “${words(invariant)}”: <code>${text}</code></p>`)}`;
}

/** Names as a person writes them. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
