/**
 * An answer that is to be one JSON document, prepared as EAI prepares it: without a fence and line ends, with double quotes.
 *
 * @module
 */
import { pythonStrip } from './python_strip.ts';

const FENCE = '```json';

/** The text that EAI reads as JSON. */
export function jsonAnswerText(answer: string): string {
  const unfenced = answer.startsWith(FENCE) ? pythonStrip(answer.slice(FENCE.length), '`') : answer;
  return pythonStrip(unfenced).replaceAll('\n', '').replaceAll("'", '"');
}

/** `undefined` where it is no JSON. Keys stay data: nothing is set that they name. */
export function readJsonAnswer(answer: string): unknown {
  try {
    return JSON.parse(jsonAnswerText(answer));
  } catch {
    return undefined;
  }
}
