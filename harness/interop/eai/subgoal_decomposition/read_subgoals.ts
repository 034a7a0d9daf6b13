/**
 * The subgoals in an answer: `{"necessity_to_use_action": "no", "actions_to_include": [], "output": ["NEXT_TO(character.65, lamp.7)", …]}`.
 *
 * @module
 */

/** Subgoals without arguments may be written without parentheses. */
const BARE = ['SLEEP', 'WAKEUP', 'STANDUP'];

/** Subgoals in order, each with its alternatives. Null where the answer has no JSON object with a list of texts as "output". */
export function readSubgoals(answer: string): readonly (readonly string[])[] | null {
  const [object] = /\{[^{}]*\}/.exec(answer.trim().replaceAll('}}', '}')) ?? [];
  const output = object === undefined ? null : outputOf(object);
  if (output === null) return null;
  return output
    .map((subgoal) => subgoal.trim())
    .filter((subgoal) => BARE.includes(subgoal) || hasPrimitive(subgoal))
    .map((subgoal) => (BARE.includes(subgoal) ? [`${subgoal}()`] : subgoal.split(' or ')));
}

function outputOf(text: string): readonly string[] | null {
  try {
    const document = JSON.parse(text);
    const output: unknown = Object.hasOwn(document, 'output') ? document.output : null;
    return Array.isArray(output) && output.every((subgoal) => typeof subgoal === 'string') ? output : null;
  } catch {
    return null;
  }
}

/** Whether a name stands before parentheses somewhere. */
function hasPrimitive(text: string): boolean {
  return text.split('\n').some((line) => {
    const at = line.search(/\w\(/);
    return at >= 0 && line.includes(')', at);
  });
}
