/** The primitive actions of the household (LLM-State, section III-A); their arguments are open, so any name will do. */
import type { Vocabulary } from './read_calls.ts';

export const PRIMITIVES: Vocabulary = new Map([
  ['move', ['name']],
  ['pickup', ['name']],
  ['placein', ['name', 'name']],
  ['placeon', ['name', 'name']],
  ['open', ['name']],
  ['close', ['name']],
  ['switchon', ['name']],
  ['switchoff', ['name']],
  ['wait', []],
]);
