/** Reads which prototype the model chose: `Prototype #2`. */
import type { Understood } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';

const CHOICE = /\bprototype\b[\s*_#:=.-]{0,10}(?:(?:no|number|nr)\b[\s*_#:=.-]{0,10})?(\d{1,3})\b/gi;
const BARE = /^[\s*_#"'(]{0,10}(\d{1,3})[\s*_."')]{0,10}$/;

/** The choice, from 1. Where none of the `count` is named, it is the first, which is the nearest to the task. */
export function readPrototype(reply: string, count: number, log: ParseLog): Understood<number> {
  const named = reply.slice(0, 10_000);
  const bare = BARE.exec(named)?.[1];
  const numbers = bare === undefined ? [...named.matchAll(CHOICE)].map(([, number]) => Number(number)) : [Number(bare)];
  const first = numbers[0];
  if (first === undefined || first < 1 || first > count) {
    const reason = first === undefined ? 'names no prototype' : `there is no prototype #${first}`;
    log.discard(first === undefined ? 'malformed' : 'argument', { line: 1, text: reply }, reason);
    log.remark('the nearest prototype is taken');
    return { ok: true, value: 1, accepted: 0 };
  }
  if (numbers.some((number) => number !== first)) log.remark('more than one prototype is named: the first one counts');
  return { ok: true, value: first, accepted: 1 };
}
