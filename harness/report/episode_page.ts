import { FoonError } from '../../planners/foon/foon.ts';
import { readFoon } from '../../planners/foon/read_foon.ts';
import type { TakenAction } from '../run/reading/replayed_cell.ts';
import { actionText, type Exchange, effortText, referenceText, trackingText } from '../run/reading/trace_text.ts';
import { totalOrNull } from '../trace/episode_counts.ts';
import { spaced, sum } from '../trace/metrics/numbers.ts';
import type { TrackingCounts } from '../trace/trace_schema.ts';
import {
  beliefKind,
  type ComparedEntry,
  compareBeliefs,
  episodeMoments,
  type Moment,
  promptChanges,
  type Thought,
} from './episode_moments.ts';
import { EpisodeSheet, type SceneLines } from './episode_sheet.ts';
import { foonSvg } from './foon/foon_svg.ts';
import { DrawingError } from './foon/layout_graph.ts';
import { address, badge, framePage, type Html, html, list } from './html.ts';
import { foonText } from './replayed_world.ts';
import { type ListedEpisode, OUTCOMES, outcomeOf, pairAddress, type ReportedEpisode } from './reported_episode.ts';

export type EpisodePage = { readonly page: string; readonly sheet: EpisodeSheet; script(scene: SceneLines): string };

export type Neighbours = Readonly<{
  previous: ListedEpisode | null;
  next: ListedEpisode | null;
  rivals: readonly ListedEpisode[];
}>;

export function episodePage(episode: ReportedEpisode, neighbours: Neighbours, shared: string): EpisodePage {
  const { listed, trace } = episode;
  const { scene, task, planner, trial } = listed.metrics;
  const sheet = new EpisodeSheet();
  const moments = episodeMoments(trace);
  const writer = new MomentWriter(episode, sheet);
  const sections = [writer.start(), ...moments.map((moment) => writer.section(moment))];
  const root = '../'.repeat(listed.path.split('/').length - 1);
  const name = listed.path.split('/').at(-1)!;
  const title = `${task} in ${scene}, ${planner}${trial > 1 ? `, trial ${trial}` : ''}`;
  const page = framePage({
    title,
    kind: 'episode',
    root,
    path: listed.path,
    scripts: [`${address(shared)}.js`, `./${encodeURIComponent(name)}.js`, 'episode.js'],
    keys: [
      ['j', 'next step'],
      ['k', 'previous step'],
      ['o', 'open or close the prompts of this step'],
      ['n', 'next episode'],
      ['p', 'previous episode'],
      ['u', 'all episodes'],
    ],
    header: headerLinks(root, neighbours),
    main: html`<h1>${trace.header.instruction === '' ? task : trace.header.instruction}</h1>
<p class="quiet">${title}</p>
${episodeFacts(episode)}
${stepStrip(moments)}
<noscript><p class="note">Prompts and drawings need JavaScript, which is off in this browser.</p></noscript>
${episode.world.problem === null ? null : html`<p class="note">No drawings or goal conditions${episode.world.moments.length > 0 ? ' for later actions' : ''}: ${episode.world.problem}</p>`}
${rivalLinks(root, listed, neighbours.rivals)}
${sections}`,
  });
  const { end, detail } = trace.summary;
  const about = { title, end: `${spaced(end)}${detail === null ? '' : `: ${detail}`}` };
  return { page, sheet, script: (lines) => sheet.script(listed.path, about, lines) };
}

function episodeFacts({ listed, trace, world }: ReportedEpisode): Html {
  const { metrics, run } = listed;
  const { header, summary } = trace;
  const { failureKind } = metrics;
  const { counts, end } = summary;
  const { scene, task, prompts } = header.digests;
  const outcome = outcomeOf(metrics);
  const endText = `${spaced(end)}${failureKind === null || failureKind === end ? '' : `, ${spaced(failureKind)}`}`;
  const options = Object.entries(header.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const facts: (readonly [string, string | Html])[] = [
    ['Outcome', html`${badge(outcome === 'success', OUTCOMES[outcome])} ${endText}`],
    [
      'Steps',
      `${summary.steps} of at most ${header.stepsMax}${referenceText(header.reference)}, ${counts.failedSteps} refused`,
    ],
    ['Goal-condition recall', summary.share.toFixed(2)],
    ['Calls', callsText(trace)],
    ...(counts.tracking === null ? [] : [['Beliefs', beliefsText(counts.tracking)] as const]),
    ['Planner', html`<code>${header.planner}</code>${header.privileged ? ', privileged' : ''}`],
    ['Prompts', header.prompts],
    ['Run', run],
  ];
  return html`${goalText(world)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<details class="quiet"><summary>Options and digests</summary><p><code>${options.join(', ')}</code></p><p>World ${header.env}; digests of scene <code>${scene.slice(0, 12)}</code>, task <code>${task.slice(0, 12)}</code>, prompts <code>${prompts.slice(0, 12)}</code></p></details>`;
}

const PARTS_MAX = 8;

function goalText({ parts, goal }: ReportedEpisode['world']): Html | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  const conditions =
    others.length === 0
      ? html`<p><b>Goal:</b> ${first}</p>`
      : html`<details${parts.length <= PARTS_MAX ? html` open` : null}><summary><b>Goal:</b> ${parts.length} conditions</summary>${list(parts)}</details>`;
  return html`<div class="asked">${conditions}
<details class="quiet"><summary>Goal as a formula</summary><pre class="lines">${JSON.stringify(goal)}</pre></details></div>`;
}

function callsText({ header, summary }: ReportedEpisode['trace']): string {
  if (header.model === null) return 'none';
  const roles = Object.values(summary.counts.roles);
  const prompts = totalOrNull(roles.map((role) => role.promptTokens));
  const replies = totalOrNull(roles.map((role) => role.completionTokens));
  return `${summary.calls} to ${header.model}, ${prompts ?? '?'} + ${replies ?? '?'} tokens`;
}

function beliefsText({ correct, covered, recalled, facts }: TrackingCounts): string {
  return `${correct} of ${covered} judged attributes correct, ${recalled} of ${facts} changes known`;
}

function headerLinks(root: string, { previous, next }: Neighbours): Html {
  const link = (to: ListedEpisode | null, rel: string, text: string) =>
    to === null
      ? html`<span class="quiet">${text}</span>`
      : html`<a rel="${rel}" href="${root}${address(to.path)}.html">${text}</a>`;
  return html`<nav aria-label="Episodes"><a rel="up" href="${root}index.html">All episodes</a> ${link(previous, 'prev', '‹ Previous')} ${link(next, 'next', 'Next ›')}</nav>`;
}

function stepStrip(moments: readonly Moment[]): Html {
  return html`<nav class="strip" aria-label="Steps"><a href="#start">Start</a>${moments.map(({ id, taken }) =>
    taken === null
      ? html`<a href="#end">End</a>`
      : html`<a class="${taken.ok ? 'ok' : 'bad'}" href="#${id}" title="${actionText(taken.action)}${taken.ok ? '' : ': refused'}">${taken.event === 'step' ? taken.number : `−${taken.number}`}${taken.ok ? '' : '✗'}</a>`,
  )}</nav>`;
}

function rivalLinks(root: string, { path, run }: ListedEpisode, rivals: readonly ListedEpisode[]): Html | null {
  if (rivals.length === 0) return null;
  return html`<details class="rivals"><summary>Compare with another episode of this task (${rivals.length})</summary><ul>${rivals.map(
    (rival) => {
      const outcome = outcomeOf(rival.metrics);
      const label = `${rival.metrics.planner}${rival.run === run ? '' : ` (${rival.run})`}`;
      return html`<li><a href="${root}${pairAddress(path, rival.path)}">${label}</a> ${badge(outcome === 'success', outcome)}</li>`;
    },
  )}</ul></details>`;
}

class MomentWriter {
  readonly #episode: ReportedEpisode;
  readonly #sheet: EpisodeSheet;
  readonly #exchanges = new Map<string, Exchange>();
  readonly #beliefs = new Map<string, unknown>();
  #actions = 0;

  constructor(episode: ReportedEpisode, sheet: EpisodeSheet) {
    this.#episode = episode;
    this.#sheet = sheet;
  }

  start(): Html {
    return html`<section class="moment" id="start"><div class="what"><h2><a href="#start">Start</a></h2></div>${this.#world(0)}</section>`;
  }

  section({ id, thoughts, taken }: Moment): Html {
    const sections = thoughts.map((thought) => this.#thought(thought));
    const calls = thoughts.flatMap((thought) => (thought.kind === 'call' ? [thought.number - 1] : []));
    if (taken === null) return this.#end(sections, calls);
    this.#actions += 1;
    const [action, drawing] = [actionText(taken.action), this.#drawing(this.#actions)];
    const [why, goal] = [refusalText(taken), percent(taken.goal.share)];
    this.#sheet.addStep({ id, action, ok: taken.ok, why, goal, drawing, calls });
    return html`<section class="moment${taken.ok ? '' : ' refused'}" id="${id}"><div class="what">
<h2><a href="#${id}">${taken.event === 'step' ? 'Step' : 'Before'} ${taken.number}</a> <code>${action}</code> ${badge(taken.ok, taken.ok ? '✓ executed' : '✗ refused')}</h2>
${refusalSection(taken)}
${sections}
</div>${this.#world(this.#actions, taken.goal.share)}</section>`;
  }

  #end(sections: readonly Html[], calls: readonly number[]): Html {
    const { end, detail, success, share } = this.#episode.trace.summary;
    const goal = percent(share);
    this.#sheet.addStep({ id: 'end', action: `end: ${spaced(end)}`, ok: success, why: '', goal, drawing: null, calls });
    return html`<section class="moment" id="end"><div class="what"><h2><a href="#end">End</a></h2>${sections}
<p>${badge(success, OUTCOMES[success ? 'success' : 'failure'])} ${spaced(end)}${detail === null || detail === end ? '' : `: ${spaced(detail)}`}</p></div></section>`;
  }

  #world(at: number, share: number | null = null): Html | null {
    const { trace, world } = this.#episode;
    const moment = world.moments[at];
    if (moment === undefined) return null;
    const drawing = this.#drawing(at);
    const alt = `The ${trace.header.world} ${at === 0 ? 'at the start' : `after action ${at}`}`;
    const picture = drawing === null ? null : html`<figure data-drawing="${drawing}" data-alt="${alt}"></figure>`;
    const goal = goalSection(world.parts, { met: moment.met, before: world.moments[at - 1]?.met, share });
    return html`<div class="where">${picture}${goal}</div>`;
  }

  #drawing(at: number): number | null {
    const drawing = this.#episode.world.moments[at]?.drawing ?? null;
    return drawing === null ? null : this.#sheet.addDrawing(drawing);
  }

  #thought(thought: Thought): Html {
    switch (thought.kind) {
      case 'call':
        return this.#call(thought);
      case 'parsed':
        return html`<div class="thought"><h3>Parsed again: ${spaced(thought.parsed.purpose)}</h3>${parsedLine(thought.parsed)}${discardList(thought.parsed.discarded)}</div>`;
      case 'belief':
        return this.#belief(thought);
      case 'planned': {
        const { purpose, status, message } = thought.planned;
        return html`<p class="thought"><b>Task planner</b>, ${spaced(purpose)}: ${spaced(status)}${effortText(thought.planned)}${message === null ? null : html`: <code>${message}</code>`}</p>`;
      }
      case 'sense':
        return html`<p class="thought">Observes again.</p>`;
      case 'stop':
        return html`<p class="thought"><b>Stops</b>: ${spaced(thought.reason)}</p>`;
    }
  }

  #call({ number, call, parsed }: Call): Html {
    const { purpose, promptTokens, completionTokens, flaw } = call;
    const exchange = this.#episode.exchanges[number - 1] ?? null;
    const last = this.#exchanges.get(purpose);
    const lines = exchange === null ? [] : promptChanges(exchange.messages, last?.messages ?? null);
    this.#sheet.addCall(purpose, lines, exchange?.reply ?? null);
    if (exchange !== null) this.#exchanges.set(purpose, exchange);
    const [added, kept] = ['new', 'same'].map((kind) => lines.filter((line) => line.kind === kind).length);
    const news =
      last === undefined
        ? 'first call for this purpose'
        : `${added} of ${added! + kept!} lines are new since the last call for this purpose`;
    return html`<div class="thought call" id="call-${number}">
<h3><a href="#call-${number}">Call ${number}</a>: ${spaced(purpose)}${flaw === undefined ? null : html` ${badge(false, spaced(flaw))}`} <small>${promptTokens ?? '?'} + ${completionTokens ?? '?'} tokens</small></h3>
${
  exchange === null
    ? html`<p class="quiet">The tapes do not contain this call.</p>`
    : html`<details class="prompt" data-call="${number - 1}"><summary>Prompt <small>${exchange.messages.length === 0 ? 'embedding request' : news}</small></summary><div class="lines"></div></details>
${replySection(exchange.reply, parsed)}`
}
${parsed === null ? null : parsedLine(parsed)}
${exchange === null && parsed !== null ? discardList(parsed.discarded) : null}
${list(parsed?.remarks ?? [], 'quiet')}
</div>`;
  }

  #belief({ belief, tracking }: Belief): Html {
    const kind = beliefKind(belief);
    const before = this.#beliefs.get(kind);
    this.#beliefs.set(kind, belief);
    const drawing = this.#plan(belief);
    const groups = [...Map.groupBy(compareBeliefs(belief, before), ({ label }) => label)];
    return html`<div class="thought belief"><h3>Belief<small>${before === undefined ? '' : ' changes since the last belief are marked'}</small></h3>
<dl>${groups.map(([label, entries]) => html`<div><dt>${label === '' ? 'value' : spaced(label)}</dt>${entries.map((entry) => entryItem(entry, tracking?.wrong ?? []))}</div>`)}</dl>
${drawing === null ? null : html`<figure data-drawing="${drawing}" data-alt="The object-level plan as a graph"></figure>`}
${tracking === null ? null : trackingLines(tracking)}</div>`;
  }

  #plan(belief: unknown): number | null {
    const text = foonText(belief);
    if (text === null) return null;
    try {
      const { foon } = readFoon(text, 'the plan');
      return this.#sheet.addDrawing(foonSvg(foon, { title: this.#episode.trace.header.instruction }));
    } catch (error) {
      if (error instanceof FoonError || error instanceof DrawingError) return null;
      throw error;
    }
  }
}

type Met = readonly (boolean | null)[];

function goalSection(
  parts: readonly string[],
  { met, before, share }: { met: Met; before: Met | undefined; share: number | null },
): Html | null {
  if (parts.length === 0) return null;
  const conditions = parts.flatMap((text, at) => {
    const isChanged = before !== undefined && before[at] !== met[at];
    return parts.length > PARTS_MAX && !isChanged ? [] : [{ text, isMet: met[at] ?? null, isChanged }];
  });
  const count = met.filter((isMet) => isMet === true).length;
  const head = `Goal: ${count} of ${parts.length} ${parts.length === 1 ? 'condition' : 'conditions'} met${share === null ? '' : ` (${percent(share)})`}`;
  return html`<div class="goal"><h3>${head}</h3><ul>${conditions.map(({ text, isMet, isChanged }) => html`<li class="${isMet === true ? 'ok' : 'open'}"><b>${isMet === null ? '? unknown' : isMet ? '✓ met' : '○ not met'}${isChanged ? ' (changed)' : ''}</b> ${text}</li>`)}</ul></div>`;
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
  const details = [
    ...(error === undefined ? [] : [`mistake: ${spaced(error)}`]),
    ...(refusal.level === undefined ? [] : [`level: ${refusal.level}`]),
    ...(refusal.obstacle === undefined ? [] : [`obstacle: ${refusal.obstacle}`]),
    `the planner is told that the action ${concealed === undefined ? 'failed, without the reason' : 'succeeded'}`,
  ];
  return html`<p class="why"><b>${spaced(refusal.precondition)}</b>: ${refusal.message} <small>${details.join('; ')}</small></p>`;
}

type Call = Extract<Thought, { kind: 'call' }>;
type Belief = Extract<Thought, { kind: 'belief' }>;
type Parsed = NonNullable<Call['parsed']>;

function replySection(reply: string, parsed: Parsed | null): Html {
  const discarded = parsed?.discarded ?? [];
  const byLine = Map.groupBy(discarded, ({ line }) => line);
  const lines = reply.split('\n');
  return html`<ol class="reply" aria-label="Reply">${lines.map((line, at) => {
    const discards = byLine.get(at + 1);
    if (discards === undefined) return html`<li><code>${line}</code></li>`;
    return html`<li class="thrown"><code>${line}</code>${discards.map(({ reason, kind }) => html` <em>✗ discarded: ${reason === '' ? spaced(kind) : reason}</em>`)}</li>`;
  })}</ol>${discardList(discarded.filter(({ line }) => line < 1 || line > lines.length))}`;
}

function discardList(discarded: Parsed['discarded']): Html | null {
  if (discarded.length === 0) return null;
  return html`<ol class="reply">${discarded.map(({ text, reason }) => html`<li class="thrown"><code>${text}</code> <em>✗ discarded: ${reason}</em></li>`)}</ol>`;
}

function parsedLine({ accepted, discardedCounts, discarded }: Parsed): Html {
  const counts = Object.entries(discardedCounts).map(([kind, count]) => `${count} ${spaced(kind)}`);
  const hint = sum(Object.values(discardedCounts)) > discarded.length ? ` (${discarded.length} shown)` : '';
  return html`<p class="quiet">${accepted} accepted${counts.length === 0 ? ', none discarded' : `; discarded: ${counts.join(', ')}${hint}`}</p>`;
}

function entryItem({ label, text, change }: ComparedEntry, wrong: readonly string[]): Html {
  const start = `${label}: `;
  const isFalse =
    change !== 'gone' && wrong.some((claim) => claim.startsWith(start) && text.includes(claim.slice(start.length)));
  const mark = change === 'same' ? null : html`<small>${change === 'new' ? '+ new' : '− removed'}</small> `;
  const content = text.includes('\n') ? html`<pre>${text}</pre>` : html`<span>${text}</span>`;
  return html`<dd class="${change}${isFalse ? ' false' : ''}">${mark}${content}${isFalse ? html` <small>✗ false</small>` : null}</dd>`;
}

function trackingLines(tracking: NonNullable<Belief['tracking']>): Html {
  const { covered, correct, facts, recalled, wrong, missing, broken = [] } = tracking;
  const line = (title: string, texts: readonly string[], count: number) => {
    const more = count > texts.length ? ` and ${count - texts.length} more` : '';
    return count === 0
      ? null
      : html`<p class="quiet${title === 'False' ? ' bad' : ''}">${title}: <code>${texts.join(', ')}${more}</code></p>`;
  };
  return html`<p class="quiet">Compared with the world: ${trackingText(tracking)}.</p>
${line('False', wrong, covered - correct)}
${line('Unknown', missing, facts - recalled)}
${broken.map(({ invariant, text }) => html`<p class="quiet bad">Violates “${spaced(invariant)}”: <code>${text}</code></p>`)}`;
}
