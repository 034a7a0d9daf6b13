/**
 * The kinds of options and positionals that most commands take, each by its words of help.
 *
 * @module
 */
import { availableParallelism } from 'node:os';

export const option = {
  /** Off unless given. */
  flag: (describe: string) => ({ type: 'boolean', default: false as boolean, describe }) as const,
  /** One text; undefined where none is given. */
  text: (describe: string) => ({ type: 'string', describe }) as const,
  /** One text that has to be given. */
  required: (describe: string) => ({ type: 'string', demandOption: true, describe }) as const,
  /** Any number of texts; undefined where none is given. */
  texts: (describe: string) => ({ type: 'string', array: true, describe }) as const,
  /** At least one text. */
  someTexts: (describe: string) => ({ type: 'string', array: true, demandOption: true, describe }) as const,
  /** One of a few words; this one unless given. */
  choice: <const C extends string>(choices: readonly C[], unlessGiven: NoInfer<C>, describe: string) =>
    ({ choices, default: unlessGiven as C, describe }) as const,
  /** A number; undefined where none is given. */
  anyNumber: (describe: string) => ({ type: 'number', describe }) as const,
  /** A number; this one unless given. */
  number: (unlessGiven: number, describe: string) => ({ type: 'number', default: unlessGiven, describe }) as const,
  /** How many threads; as many as there are cores unless given. */
  threads: (describe: string) =>
    ({ ...option.number(availableParallelism(), describe), defaultDescription: 'as many as there are cores' }) as const,
  /** A path, which help tells as it is called in a clone. */
  path: (unlessGiven: string, defaultDescription: string, describe: string) =>
    ({ type: 'string', default: unlessGiven, defaultDescription, describe }) as const,
};
