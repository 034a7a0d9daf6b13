/** The history of actions A_h as Listings 4 and 5 print it: `["['move', 'lightswitch1'](Success)", "['wait'](Fail)"]`. */
import type { PastAction } from './planner.ts';
import { pythonRepr } from './python_repr.ts';

export function historyText(history: readonly PastAction[]): string {
  return pythonRepr(
    history.map(({ action, ok }) => `${pythonRepr([action.verb, ...action.args])}(${ok ? 'Success' : 'Fail'})`),
  );
}
