/**
 * The actions in an answer such as `{"WALK": ["lamp"], "SWITCHON": ["lamp"]}`, in their order; keys may come twice.
 *
 * After EAI, which scans for keys with a list behind them: what stands around them is not looked at.
 *
 * @module
 */
import { pythonStrip } from '../answers/python_strip.ts';
import type { Quirks } from '../scoring/quirks.ts';

export type PlannedAction = { readonly verb: string; readonly arguments: readonly unknown[] };

export type PlanReading =
  | { readonly ok: true; readonly actions: readonly PlannedAction[] }
  | { readonly ok: false; readonly wrong: 'a list that is no JSON' | 'no action' };

const FENCE = '```json';
const KEY = /"([\p{L}\p{N}_]+)" ?: ?\[/gu;

export function readPlan(answer: string, quirks: Quirks): PlanReading {
  const unfenced = answer.startsWith(FENCE) ? answer.slice(FENCE.length) : answer;
  const text = pythonStrip(unfenced).replaceAll('\n', '').replaceAll("'", '"').replaceAll(/\s+/g, ' ');
  const actions: PlannedAction[] = [];
  KEY.lastIndex = 0;
  for (let key = KEY.exec(text); key !== null; key = KEY.exec(text)) {
    const [start, end] = [KEY.lastIndex, text.indexOf(']', KEY.lastIndex)];
    if (end < 0) break;
    KEY.lastIndex = end;
    if (end === start && quirks.empty_lists_vanish) continue;
    const list = listOf(text.slice(start - 1, end + 1));
    if (list === null) return { ok: false, wrong: 'a list that is no JSON' };
    actions.push({ verb: key[1]!, arguments: list });
  }
  return actions.length === 0 ? { ok: false, wrong: 'no action' } : { ok: true, actions };
}

function listOf(text: string): readonly unknown[] | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
