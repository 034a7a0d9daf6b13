import { TapeError } from '../disk/tape_error.ts';
import type { Address } from '../format/address.ts';
import type { TapeReader } from '../reading/tape.ts';
import { excerpt } from '../wire/excerpt.ts';
import type { SimulatorRequest } from '../wire/simulator_request.ts';
import { isSimulatorRequest } from '../wire/taped_request.ts';
import { nothingRecorded, sameRequestElsewhere, sharedStart } from './closest_recording.ts';

const SHOWN_MAX = 160;
const LEAD = 24;
const PLANNERS_MAX = 5;

export async function recordedInstead(tape: TapeReader, address: Address, request: SimulatorRequest): Promise<string> {
  const elsewhere = await sameRequestElsewhere(tape, address);
  if (elsewhere !== null) return elsewhere;
  const asked = JSON.stringify(request.body.message);
  try {
    const known = await messagesOf(tape, address.task);
    if (known.length === 0) return `${nothingRecorded(tape, address.task)}; asked ${excerpt(asked, SHOWN_MAX)}`;
    const own = known.filter(({ body }) => isOfSame(body, request.body));
    if (own.length === 0) return `it is recorded only as played by ${players(known)}`;
    // Prefers the longest common course.
    const [instead] = own
      .filter(({ body }) => body.before === request.body.before)
      .map(({ body }) => JSON.stringify(body.message))
      .toSorted((a, b) => sharedStart(b, asked) - sharedStart(a, asked) || (a < b ? -1 : 1));
    if (instead === undefined) return `the recording ends before it; asked ${excerpt(asked, SHOWN_MAX)}`;
    const from = Math.max(0, sharedStart(instead, asked) - LEAD);
    return `recorded there is ${part(instead, from)}, asked ${part(asked, from)}`;
  } catch (error) {
    if (!(error instanceof TapeError)) throw error;
    return `asked ${excerpt(asked, SHOWN_MAX)}; the recorded messages cannot be searched (${error.message})`;
  }
}

async function messagesOf(tape: TapeReader, task: string): Promise<readonly SimulatorRequest[]> {
  const messages: SimulatorRequest[] = [];
  for await (const { request } of tape.requests(task)) if (isSimulatorRequest(request)) messages.push(request);
  return messages;
}

type Body = SimulatorRequest['body'];

function isOfSame(one: Body, other: Body): boolean {
  return one.planner === other.planner && one.model === other.model;
}

function players(known: readonly SimulatorRequest[]): string {
  const names = known.map(({ body: { planner, model } }) => `"${planner}"${model === null ? '' : ` with "${model}"`}`);
  const unique = [...new Set(names)].toSorted();
  const more = unique.length > PLANNERS_MAX ? ` and ${unique.length - PLANNERS_MAX} more` : '';
  return `${unique.slice(0, PLANNERS_MAX).join(', ')}${more}`;
}

function part(text: string, from: number): string {
  return `${from > 0 ? '…' : ''}${excerpt(text.slice(from), SHOWN_MAX)}`;
}
