/**
 * What a diagnostic is, apart from its place: how bad it is, what it says, and which failure of a model's PDDL it counts as.
 *
 * @module
 */

/**
 * `parse`: no reader of PDDL takes the text, whatever the domain; parentheses, sections, the form of a condition. `schema`: it
 * is PDDL, but not what was asked for: undeclared names, wrong numbers of arguments, parts that are missing, features that the
 * planner does not know.
 */
export type Failure = 'parse' | 'schema';

type Wording = (...parts: never[]) => string;

/** Fast Downward's translator refuses it, too. */
export function invalid<const F extends Failure, W extends Wording>(failure: F, wording: W) {
  return { severity: 'invalid', failure, wording } as const;
}

/** PDDL that the embedded planner does not know. */
export function unsupported<W extends Wording>(wording: W) {
  return { severity: 'unsupported', failure: 'schema', wording } as const;
}

/** What Fast Downward lets pass although it is probably not meant. */
export function warning<W extends Wording>(wording: W) {
  return { severity: 'warning', failure: null, wording } as const;
}
