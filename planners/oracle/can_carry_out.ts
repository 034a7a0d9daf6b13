import type { Action, Rehearsal } from '../../envs/env.ts';

export function canCarryOut(start: Rehearsal, plan: readonly Action[]): boolean {
  let moment = start;
  for (const action of plan) {
    const result = moment.after(action);
    if (!result.ok) return false;
    moment = result.next;
  }
  return true;
}
