import { readFoon } from '../../planners/foon/read_foon.ts';
import type { Exchange } from '../run/reading/exchange_reader.ts';
import type { TakenAction } from '../run/reading/replayed_cell.ts';
import { actionText, effortText, trackingText } from '../run/reading/trace_text.ts';
import { spaced, sum } from '../trace/metrics/numbers.ts';
import { foonText } from './draw_trace.ts';
import {
  beliefKind,
  type ComparedEntry,
  comparedEntries,
  type Moment,
  promptChanges,
  type Thought,
} from './episode_moments.ts';
import type { EpisodeSheet } from './episode_sheet.ts';
import { foonSvg } from './foon/foon_svg.ts';
import { badge, type Html, html, list } from './html.ts';
import type { WorldThen } from './replayed_world.ts';
import type { ReportedEpisode } from './reported_episode.ts';

const PARTS_MAX = 8;

export class MomentWriter {
  readonly #episode: ReportedEpisode;
  readonly #sheet: EpisodeSheet;
  readonly #exchanges = new Map<string, Exchange>();
  readonly #beliefs = new Map<string, unknown>();
  #taken = 0;

  constructor(episode: ReportedEpisode, sheet: EpisodeSheet) {
    this.#episode = episode;
    this.#sheet = sheet;
  }

  start(): Html {
    return html`<section class="moment" id="start"><div class="what"><h2><a href="#start">Start</a></h2></div>${this.#worldSection(0)}</section>`;
  }

  section({ id, thoughts, taken }: Moment): Html {
    const shown = thoughts.map((thought) => thoughtSection(thought, this.#context(thought)));
    const calls = thoughts.flatMap((thought) => (thought.kind === 'call' ? [thought.number - 1] : []));
    if (taken === null) return this.#end(shown, calls);
    this.#taken += 1;
    this.#sheet.addStep({
      id,
      action: actionText(taken.action),
      ok: taken.ok,
      why: refusalText(taken),
      goal: percent(taken.goal.share),
      drawing: this.#drawing(this.#taken),
      calls,
    });
    return html`<section class="moment${taken.ok ? '' : ' refused'}" id="${id}"><div class="what">
<h2><a href="#${id}">${taken.event === 'step' ? 'Step' : 'Before'} ${taken.number}</a> <code>${actionText(taken.action)}</code> ${badge(taken.ok, taken.ok ? '✓ carried out' : '✗ refused')}</h2>
${refusalSection(taken)}
${shown}
</div>${this.#worldSection(this.#taken, taken.goal.share)}</section>`;
  }

  #end(shown: readonly Html[], calls: readonly number[]): Html {
    const { end, detail, success, share } = this.#episode.trace.summary;
    const goal = percent(share);
    this.#sheet.addStep({ id: 'end', action: `end: ${spaced(end)}`, ok: success, why: '', goal, drawing: null, calls });
    return html`<section class="moment" id="end"><div class="what"><h2><a href="#end">End</a></h2>${shown}
<p>${badge(success, success ? '✓ success' : '✗ no success')} ${spaced(end)}${detail === null || detail === end ? '' : `: ${spaced(detail)}`}</p></div></section>`;
  }

  #context(thought: Thought): ThoughtContext {
    const { exchanges } = this.#episode;
    const context: ThoughtContext = { exchanges, before: undefined, drawing: null, changed: null };
    if (thought.kind === 'belief') {
      const kind = beliefKind(thought.belief);
      const before = this.#beliefs.get(kind);
      this.#beliefs.set(kind, thought.belief);
      return { ...context, before, drawing: this.#plan(thought.belief) };
    }
    if (thought.kind !== 'call') return context;
    const { purpose } = thought.call;
    const exchange = exchanges[thought.number - 1] ?? null;
    const last = this.#exchanges.get(purpose);
    const lines = exchange === null ? [] : promptChanges(exchange.messages, last?.messages ?? null);
    this.#sheet.addCall(purpose, lines, exchange?.reply ?? null);
    if (exchange !== null) this.#exchanges.set(purpose, exchange);
    if (last === undefined) return context;
    const count = (wanted: string) => lines.filter(({ kind }) => kind === wanted).length;
    return { ...context, changed: { lines: count('new'), of: count('new') + count('same') } };
  }

  #plan(belief: unknown): number | null {
    const text = foonText(belief);
    if (text === null) return null;
    try {
      const { foon } = readFoon(text, 'the plan');
      return this.#sheet.addDrawing(foonSvg(foon, { title: this.#episode.trace.header.instruction }));
    } catch {
      return null;
    }
  }

  #drawing(at: number): number | null {
    const drawing = this.#episode.world.moments[at]?.drawing ?? null;
    return drawing === null ? null : this.#sheet.addDrawing(drawing);
  }

  #worldSection(at: number, share: number | null = null): Html | null {
    const { parts, moments } = this.#episode.world;
    const [then, before] = [moments[at], moments[at - 1]];
    if (then === undefined) return null;
    const drawing = this.#drawing(at);
    const picture =
      drawing === null
        ? null
        : html`<figure data-drawing="${drawing}" data-alt="The ${this.#episode.trace.header.world} ${at === 0 ? 'at the start' : `after action ${at}`}"></figure>`;
    return html`<div class="where">${picture}${goalSection(parts, { met: then.met, before: before?.met, share })}</div>`;
  }
}

type Met = WorldThen['met'];
type GoalThen = Readonly<{ met: Met; before: Met | undefined; share: number | null }>;

function goalSection(parts: readonly string[], { met, before, share }: GoalThen): Html | null {
  if (parts.length === 0) return null;
  const shown = parts.flatMap((text, at) => {
    const isNews = before !== undefined && before[at] !== met[at];
    return parts.length > PARTS_MAX && !isNews ? [] : [{ text, isMet: met[at] ?? null, isNews }];
  });
  const head = `Goal: ${met.filter((each) => each === true).length} of ${parts.length} ${parts.length === 1 ? 'condition holds' : 'conditions hold'}${share === null ? '' : `, ${percent(share)} met`}`;
  return html`<div class="goal"><h3>${head}</h3><ul>${shown.map(({ text, isMet, isNews }) => html`<li class="${isMet === true ? 'ok' : 'open'}"><b>${isMet === null ? '? cannot be told' : isMet ? '✓ holds' : '○ does not hold'}${isNews ? ' (new)' : ''}</b> ${text}</li>`)}</ul></div>`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function refusalText({ reason, concealed }: TakenAction): string {
  const refusal = reason ?? concealed;
  return refusal === undefined ? '' : `${refusal.precondition}: ${refusal.message}`;
}

function refusalSection({ reason, concealed, error }: TakenAction): Html | null {
  const refusal = reason ?? concealed;
  if (refusal === undefined) return null;
  const more = [
    ...(error === undefined ? [] : [`mistake: ${spaced(error)}`]),
    ...(refusal.level === undefined ? [] : [`level: ${refusal.level}`]),
    ...(refusal.obstacle === undefined ? [] : [`in the way: ${refusal.obstacle}`]),
    concealed === undefined ? 'the planner hears only that it failed' : 'the planner was told of a success',
  ];
  return html`<p class="why"><b>${spaced(refusal.precondition)}</b>: ${refusal.message} <small>${more.join('; ')}</small></p>`;
}

type ThoughtContext = Readonly<{
  exchanges: readonly (Exchange | null)[];
  before: unknown;
  drawing: number | null;
  changed: Readonly<{ lines: number; of: number }> | null;
}>;

function thoughtSection(thought: Thought, context: ThoughtContext): Html {
  switch (thought.kind) {
    case 'call':
      return callSection(thought, context);
    case 'parsed':
      return html`<div class="thought"><h3>Read again: ${spaced(thought.parsed.purpose)}</h3>${parsedLine(thought.parsed)}${discardList(thought.parsed.discarded)}</div>`;
    case 'belief':
      return beliefSection(thought, context);
    case 'planned': {
      const { purpose, status, message } = thought.planned;
      return html`<p class="thought"><b>Task planner</b>, ${spaced(purpose)}: ${spaced(status)}${effortText(thought.planned)}${message === null ? null : html`: <code>${message}</code>`}</p>`;
    }
    case 'sense':
      return html`<p class="thought">Looks again.</p>`;
    case 'stop':
      return html`<p class="thought"><b>Stops</b>: ${spaced(thought.reason)}</p>`;
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
  const flaw = call.flaw === undefined ? null : html` ${badge(false, spaced(call.flaw))}`;
  return html`<div class="thought call" id="call-${number}">
<h3><a href="#call-${number}">Call ${number}</a>: ${spaced(call.purpose)}${flaw} <small>${tokens}</small></h3>
${
  exchange === null
    ? html`<p class="quiet">The tapes do not hold this call (any more).</p>`
    : html`<details class="prompt" data-call="${number - 1}"><summary>Prompt <small>${exchange.messages.length === 0 ? 'a request for vectors' : news}</small></summary><div class="lines"></div></details>
${replySection(exchange.reply, parsed)}`
}
${parsed === null ? null : parsedLine(parsed)}
${exchange === null && parsed !== null ? discardList(parsed.discarded) : null}
${list(parsed?.remarks ?? [], 'quiet')}
</div>`;
}

function replySection(reply: string, parsed: Parsed | null): Html {
  const reasons = Map.groupBy(parsed?.discarded ?? [], ({ line }) => line);
  const lines = reply.split('\n');
  const beyond = (parsed?.discarded ?? []).filter(({ line }) => line < 1 || line > lines.length);
  return html`<ol class="reply" aria-label="Reply">${lines.map((line, at) => {
    const discards = reasons.get(at + 1);
    if (discards === undefined) return html`<li><code>${line}</code></li>`;
    return html`<li class="thrown"><code>${line}</code>${discards.map(({ reason, kind }) => html` <em>✗ thrown away: ${reason === '' ? spaced(kind) : reason}</em>`)}</li>`;
  })}</ol>${discardList(beyond)}`;
}

function discardList(discarded: Parsed['discarded']): Html | null {
  if (discarded.length === 0) return null;
  return html`<ol class="reply">${discarded.map(({ text, reason }) => html`<li class="thrown"><code>${text}</code> <em>✗ thrown away: ${reason}</em></li>`)}</ol>`;
}

function parsedLine({ accepted, discardedCounts, discarded }: Parsed): Html {
  const counts = Object.entries(discardedCounts).map(([kind, count]) => `${count} ${spaced(kind)}`);
  const total = sum(Object.values(discardedCounts));
  const shown = total > discarded.length ? `, of which ${discarded.length} are shown` : '';
  return html`<p class="quiet">${accepted} read${counts.length === 0 ? ', nothing thrown away' : `; thrown away: ${counts.join(', ')}${shown}`}</p>`;
}

function beliefSection({ belief, tracking }: Extract<Thought, { kind: 'belief' }>, context: ThoughtContext): Html {
  const wrong = tracking?.wrong ?? [];
  const groups = [...Map.groupBy(comparedEntries(belief, context.before), ({ label }) => label)];
  const news = context.before === undefined ? '' : ' what is new or gone since the last one is marked';
  return html`<div class="thought belief"><h3>Belief<small>${news}</small></h3>
<dl>${groups.map(([label, entries]) => html`<div><dt>${label === '' ? 'value' : spaced(label)}</dt>${entries.map((entry) => entryItem(entry, wrong))}</div>`)}</dl>
${context.drawing === null ? null : html`<figure data-drawing="${context.drawing}" data-alt="The object-level plan as a graph"></figure>`}
${tracking === null ? null : trackingLines(tracking)}</div>`;
}

function entryItem({ label, text, change }: ComparedEntry, wrong: readonly string[]): Html {
  const start = `${label}: `;
  const isFalse =
    change !== 'gone' && wrong.some((claim) => claim.startsWith(start) && text.includes(claim.slice(start.length)));
  const mark = change === 'same' ? null : html`<small>${change === 'new' ? '+ new' : '− gone'}</small> `;
  const shown = text.includes('\n') ? html`<pre>${text}</pre>` : html`<span>${text}</span>`;
  return html`<dd class="${change}${isFalse ? ' false' : ''}">${mark}${shown}${isFalse ? html` <small>✗ false</small>` : null}</dd>`;
}

type Tracking = NonNullable<Extract<Thought, { kind: 'belief' }>['tracking']>;

function trackingLines(tracking: Tracking): Html {
  const { covered, correct, facts, recalled, wrong, missing, broken = [] } = tracking;
  const [errors, unknown] = [covered - correct, facts - recalled];
  const listed = (all: readonly string[], count: number) =>
    `${all.join(', ')}${count > all.length ? ` and ${count - all.length} more` : ''}`;
  return html`<p class="quiet">Against the world: ${trackingText(tracking)}.</p>
${errors === 0 ? null : html`<p class="quiet bad">False: <code>${listed(wrong, errors)}</code></p>`}
${unknown === 0 ? null : html`<p class="quiet">Not known: <code>${listed(missing, unknown)}</code></p>`}
${broken.map(({ invariant, text }) => html`<p class="quiet bad">Breaks “${spaced(invariant)}”: <code>${text}</code></p>`)}`;
}
