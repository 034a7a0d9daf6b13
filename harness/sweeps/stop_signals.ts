/**
 * Two signals of one interruption: at once nothing new is begun, and after a while what is under way is given up.
 *
 * @module
 */

export type StopSignals = { readonly stop: AbortSignal; readonly giveUp: AbortSignal; readonly clear: () => void };

export function stopSignals(stop: AbortSignal, graceMs: number): StopSignals {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => giveUp.abort(new Error('Interrupted')), graceMs);
  };
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  const clear = () => {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  };
  return { stop, giveUp: giveUp.signal, clear };
}
