import type { TapeDiff } from '../../../cassettes/care/tape_diff.ts';
import type { ShownRequest } from '../../../cassettes/care/tape_show.ts';
import type { Address } from '../../../cassettes/format/entry.ts';
import type { Provenance } from '../../../cassettes/format/provenance.ts';
import { isSimulatorRequest, replyText, type TapedRequest } from '../../../cassettes/wire/exchange.ts';

export function shownText({ suite, model, key, request, entries }: ShownRequest): string {
  const answers = entries.flatMap((entry) => [
    '',
    `── ${addressText(suite, entry)}, from ${entry.source}, answered by ${entry.reply.model}`,
    ...provenanceText(entry.provenance),
    '',
    replyText(entry.reply),
  ]);
  return [`── request ${key} to ${model}, ${request.url}`, ...askedText(request), ...answers, ''].join('\n');
}

function provenanceText(provenance: Provenance | null): readonly string[] {
  if (provenance === null) return ['how it was obtained: unknown'];
  const { provider, channel, answeredOn, sampling, tokenCounts, note, sharedContext, ...more } = provenance;
  const { hiddenReasoning = 'unknown', tools = 'unknown' } = more;
  const apart = sharedContext?.apart.map((each) => ` of one ${each}`).join(' or') ?? '';
  return [
    `provider: ${provider}`,
    `channel: ${channel}`,
    `answered on: ${answeredOn}`,
    `sampling parameters: ${sampling}`,
    `token counts: ${tokenCounts}`,
    `hidden reasoning: ${hiddenReasoning}`,
    `tools: ${tools}`,
    ...(sharedContext === undefined
      ? []
      : [`shared context: at most ${sharedContext.requestsMax} requests${apart === '' ? '' : `, no two${apart}`}`]),
    ...(note === '' ? [] : [`note: ${note}`]),
  ];
}

function askedText(request: TapedRequest): readonly string[] {
  if (isSimulatorRequest(request)) {
    const { planner, model, before, message } = request.body;
    const after = before === null ? 'first in its episode' : `after ${before}`;
    const playedBy = `played by ${planner}${model === null ? '' : `, model ${model}`}; ${after}`;
    return [playedBy, JSON.stringify(message, null, 2)];
  }
  if ('input' in request.body) return request.body.input;
  return request.body.messages.flatMap(({ role, content }) => [`${role}:`, content]);
}

export function diffText(diffs: readonly TapeDiff[]): string {
  const lines = diffs.flatMap(({ suite, model, added, removed, changed, unchanged }) => [
    `${suite}, model ${model}: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged} unchanged`,
    ...added.map((address) => `  + ${addressText(suite, address)}`),
    ...removed.map((address) => `  - ${addressText(suite, address)}`),
    ...changed.flatMap(({ address, before, after }) => [
      `  ~ ${addressText(suite, address)}`,
      ...indented(replyText(before), '-'),
      ...indented(replyText(after), '+'),
    ]),
  ]);
  return lines.join('\n');
}

function indented(text: string, sign: string): string[] {
  return text.split('\n').map((line) => `      ${sign} ${line}`);
}

function addressText(suite: string, { task, trial, key, occurrence }: Address): string {
  return `${suite}/${task}, trial ${trial}, ${key.slice(0, 12)}, occurrence ${occurrence}`;
}
