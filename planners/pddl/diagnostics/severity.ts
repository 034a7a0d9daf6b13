/**
 * The parts of an entry in the table of diagnostics: severity, wording, and the failure that an error counts as.
 *
 * @module
 */

/**
 * `parse`: the text is not PDDL, whatever the domain; its parentheses, its sections or the form of a condition are wrong.
 * `schema`: it is PDDL, but does not fit: undeclared names, wrong numbers of arguments, missing parts, unsupported features.
 */
export type Failure = 'parse' | 'schema';

type Wording = (...parts: never[]) => string;

/** An error that Fast Downward's translator reports, too. */
export function invalid<const F extends Failure, W extends Wording>(failure: F, wording: W) {
  return { severity: 'invalid', failure, wording } as const;
}

/** A feature of PDDL that the embedded planner does not support. */
export function unsupported<W extends Wording>(wording: W) {
  return { severity: 'unsupported', failure: 'schema', wording } as const;
}

/** Something that Fast Downward accepts although it is probably a mistake. */
export function warning<W extends Wording>(wording: W) {
  return { severity: 'warning', failure: null, wording } as const;
}
