/** Past actions and how they ended, as comment lines of a program. */
import type { PastAction } from '../planner.ts';
import { actionText } from './program.ts';

/** The latest `linesMax` actions, and a line that counts the earlier ones where there are any. */
export function resultLines(actions: readonly PastAction[], linesMax: number): string {
  const left = Math.max(0, actions.length - linesMax);
  const lines = actions.slice(left).map(({ action, ok }) => `# ${actionText(action)} ${ok ? 'succeeded' : 'failed'}`);
  return (left === 0 ? lines : [`# (earlier actions left out: ${left})`, ...lines]).join('\n');
}
