/**
 * The sections of an episode's page: the start, each action with what led to it and what the world was like then, and the end.
 *
 * @module
 */
import { readFoon } from '../../planners/foon/read_foon.ts';
import type { Exchange } from '../run/reading/exchange_reader.ts';
import { beliefKind } from './belief_entries.ts';
import type { Moment, Taken, Thought } from './episode_moments.ts';
import type { EpisodeSheet } from './episode_sheet.ts';
import { type Html, html } from './escaped_html.ts';
import { foonSvg } from './foon/foon_svg.ts';
import { promptChanges } from './prompt_changes.ts';
import type { ReportedEpisode } from './reported_episode.ts';
import { type ThoughtContext, thoughtSection, words } from './thought_section.ts';

/** Goals with more parts show only those that have changed. */
const PARTS_MAX = 8;

/** Writes the moments of an episode in their order, and remembers what the next one is compared with. */
export class MomentWriter {
  readonly #episode: ReportedEpisode;
  readonly #sheet: EpisodeSheet;
  /** Role → what it was asked last. */
  readonly #asked = new Map<string, Exchange>();
  /** Kind of belief → the last one. */
  readonly #believed = new Map<string, unknown>();
  /** How many actions have been written. */
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
      action: actionText(taken),
      ok: taken.ok,
      why: refusalText(taken),
      goal: percent(taken.goal.share),
      drawing: this.#drawing(this.#taken),
      calls,
    });
    return html`<section class="moment${taken.ok ? '' : ' refused'}" id="${id}"><div class="what">
<h2><a href="#${id}">${taken.event === 'step' ? 'Step' : 'Before'} ${taken.number}</a> <code>${actionText(taken)}</code> ${taken.ok ? html`<span class="badge ok">✓ carried out</span>` : html`<span class="badge bad">✗ refused</span>`}</h2>
${refusalSection(taken)}
${shown}
</div>${this.#worldSection(this.#taken, taken.goal.share)}</section>`;
  }

  #end(shown: readonly Html[], calls: readonly number[]): Html {
    const { end, detail, success, share } = this.#episode.trace.summary;
    const goal = percent(share);
    this.#sheet.addStep({ id: 'end', action: `end: ${words(end)}`, ok: success, why: '', goal, drawing: null, calls });
    return html`<section class="moment" id="end"><div class="what"><h2><a href="#end">End</a></h2>${shown}
<p><span class="badge ${success ? 'ok' : 'bad'}">${success ? '✓ success' : '✗ no success'}</span> ${words(end)}${detail === null || detail === end ? '' : `: ${words(detail)}`}</p></div></section>`;
  }

  #context(thought: Thought): ThoughtContext {
    const { exchanges } = this.#episode;
    const context: ThoughtContext = { exchanges, before: undefined, drawing: null, changed: null };
    if (thought.kind === 'belief') {
      const kind = beliefKind(thought.belief);
      const before = this.#believed.get(kind);
      this.#believed.set(kind, thought.belief);
      return { ...context, before, drawing: this.#plan(thought.belief) };
    }
    if (thought.kind !== 'call') return context;
    const { purpose } = thought.call;
    const exchange = exchanges[thought.number - 1] ?? null;
    const last = this.#asked.get(purpose);
    const lines = exchange === null ? [] : promptChanges(exchange.messages, last?.messages ?? null);
    this.#sheet.addCall(purpose, lines, exchange?.reply ?? null);
    if (exchange !== null) this.#asked.set(purpose, exchange);
    if (last === undefined) return context;
    const [fresh, same] = ['new', 'same'].map((each) => lines.filter(({ kind }) => kind === each).length) as [
      number,
      number,
    ];
    return { ...context, changed: { lines: fresh, of: fresh + same } };
  }

  /** A picture of an object-level plan; a text that is none has no picture. */
  #plan(belief: unknown): number | null {
    if (typeof belief !== 'object' || belief === null || !('foon' in belief) || typeof belief.foon !== 'string')
      return null;
    try {
      const { foon } = readFoon(belief.foon, 'the plan');
      return this.#sheet.addDrawing(foonSvg(foon, { title: this.#episode.trace.header.instruction }));
    } catch {
      return null;
    }
  }

  #drawing(at: number): number | null {
    const drawing = this.#episode.world.moments[at]?.drawing ?? null;
    return drawing === null ? null : this.#sheet.addDrawing(drawing);
  }

  /** What the world was like after so many actions. */
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

function goalSection(
  parts: readonly string[],
  {
    met,
    before,
    share,
  }: { met: readonly (boolean | null)[]; before: readonly (boolean | null)[] | undefined; share: number | null },
): Html | null {
  if (parts.length === 0) return null;
  const known = met.filter((each) => each !== null);
  const shown = parts.flatMap((text, at) => {
    const isNews = before !== undefined && before[at] !== met[at];
    return parts.length > PARTS_MAX && !isNews ? [] : [{ text, isMet: met[at] ?? null, isNews }];
  });
  const head = `Goal: ${known.filter((each) => each).length} of ${parts.length} ${parts.length === 1 ? 'condition holds' : 'conditions hold'}${share === null ? '' : `, ${percent(share)} met`}`;
  return html`<div class="goal"><h3>${head}</h3><ul>${shown.map(({ text, isMet, isNews }) => html`<li class="${isMet === true ? 'ok' : 'open'}"><b>${isMet === null ? '? cannot be told' : isMet ? '✓ holds' : '○ does not hold'}${isNews ? ' (new)' : ''}</b> ${text}</li>`)}</ul></div>`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function actionText({ action }: Taken): string {
  return `${action.verb}(${action.args.join(', ')})`;
}

function refusalText({ reason, concealed }: Taken): string {
  const refusal = reason ?? concealed;
  return refusal === undefined ? '' : `${refusal.precondition}: ${refusal.message}`;
}

function refusalSection({ reason, concealed, error }: Taken): Html | null {
  const refusal = reason ?? concealed;
  if (refusal === undefined) return null;
  const more = [
    ...(error === undefined ? [] : [`mistake: ${words(error)}`]),
    ...(refusal.level === undefined ? [] : [`level: ${refusal.level}`]),
    ...(refusal.obstacle === undefined ? [] : [`in the way: ${refusal.obstacle}`]),
    concealed === undefined ? 'the planner hears only that it failed' : 'the planner was told of a success',
  ];
  return html`<p class="why"><b>${words(refusal.precondition)}</b>: ${refusal.message} <small>${more.join('; ')}</small></p>`;
}
