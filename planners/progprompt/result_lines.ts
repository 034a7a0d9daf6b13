import type { PastAction } from '../planner.ts';
import { actionText } from './program.ts';

export function resultLines(actions: readonly PastAction[], linesMax: number): string {
  const left = Math.max(0, actions.length - linesMax);
  const lines = actions.slice(left).map(({ action, ok }) => `# ${actionText(action)} ${ok ? 'succeeded' : 'failed'}`);
  return (left === 0 ? lines : [`# (earlier actions left out: ${left})`, ...lines]).join('\n');
}
