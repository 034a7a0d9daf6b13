/**
 * What numbers of options are held to, beyond being numbers.
 *
 * @module
 */
import { invalid } from '../../io/errors/failure.ts';

const RULES = {
  'a whole number': Number.isSafeInteger,
  'a whole number of at least 0': (value: number) => Number.isInteger(value) && value >= 0,
  'a whole number of at least 1': (value: number) => Number.isInteger(value) && value >= 1,
  'at least 0': (value: number) => value >= 0,
  'at least 1': (value: number) => value >= 1,
  'more than 0': (value: number) => value > 0,
} as const;

/** The number, where it is as the rule says; else throws a CommandFailure with the option, such as `--jobs`. */
export function checkNumber(option: string, value: number, rule: keyof typeof RULES): number {
  if (RULES[rule](value)) return value;
  throw invalid(`${option} must be ${rule}, found ${value}`);
}
