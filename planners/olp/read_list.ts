/** Reads a list of short texts, numbered or with signs in front. */
import type { Understood } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';

const ITEMS_MAX = 200;
const CHARACTERS_MAX = 500;
const ITEM = /^\s*(?:(?:\*\*)?(?:step\s{0,3})?\d{1,4}\s{0,3}[.):](?:\*\*)?|[-*\u2022\u2013])\s*(\S.*)$/is;

/** The items in their order; lines that are none are discarded as prose. */
export function readList(reply: string, log: ParseLog): Understood<readonly string[]> {
  const items: string[] = [];
  for (const [index, text] of reply.split(/\r?\n/).entries()) {
    if (text.trim() === '' || text.trimStart().startsWith('```')) continue;
    const where = { line: index + 1, text };
    const item = ITEM.exec(text)?.[1]?.trim();
    if (item === undefined) log.discard('prose', where, 'is no item of a list');
    else if (items.length >= ITEMS_MAX) log.discard('too_much', where, `more than ${ITEMS_MAX} items`);
    else if (item.length > CHARACTERS_MAX) log.discard('too_much', where, `longer than ${CHARACTERS_MAX} characters`);
    else items.push(item);
  }
  return { ok: true, value: items, accepted: items.length };
}
