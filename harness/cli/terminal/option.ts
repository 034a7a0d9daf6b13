import { availableParallelism } from 'node:os';
import { invalid } from '../../io/errors/failure.ts';

export const option = {
  flag: (describe: string) => ({ type: 'boolean', default: false as boolean, describe }) as const,
  text: (describe: string) => ({ type: 'string', describe }) as const,
  defaultText: (value: string, describe: string) => ({ type: 'string', default: value, describe }) as const,
  required: (describe: string) => ({ type: 'string', demandOption: true, describe }) as const,
  texts: (describe: string) => ({ type: 'string', array: true, describe }) as const,
  defaultTexts: (value: readonly string[], describe: string) =>
    ({ type: 'string', array: true, default: [...value], describe }) as const,
  requiredTexts: (describe: string) => ({ type: 'string', array: true, demandOption: true, describe }) as const,
  choice: <const C extends string>(choices: readonly C[], value: NoInfer<C>, describe: string) =>
    ({ choices, default: value as C, describe }) as const,
  optionalNumber: (describe: string) => ({ type: 'number', describe }) as const,
  number: (value: number, describe: string) => ({ type: 'number', default: value, describe }) as const,
  threads: (describe: string) =>
    ({ ...option.number(availableParallelism(), describe), defaultDescription: 'all available cores' }) as const,
  path: (value: string, defaultDescription: string, describe: string) =>
    ({ type: 'string', default: value, defaultDescription, describe }) as const,
};

export const SHARED_OPTIONS = {
  scene: option.texts('Use only these scenes, by number, file, name or pattern (tower_*)'),
  task: option.texts('Use only these tasks'),
  liveRequests: option.number(8, 'Maximum number of concurrent live requests when recording'),
  onlyList: option.flag('List what would be removed; remove nothing'),
} as const;

const RULES = {
  'a whole number': Number.isSafeInteger,
  'a whole number of at least 0': (value: number) => Number.isInteger(value) && value >= 0,
  'a whole number of at least 1': (value: number) => Number.isInteger(value) && value >= 1,
  'at least 0': (value: number) => value >= 0,
  'at least 1': (value: number) => value >= 1,
  'more than 0': (value: number) => value > 0,
} as const;

export function checkNumber(option: string, value: number, rule: keyof typeof RULES): number {
  if (RULES[rule](value)) return value;
  throw invalid(`${option} must be ${rule}, found ${value}`);
}

export function checkCount(option: string, value: number): number {
  return checkNumber(option, value, 'a whole number of at least 1');
}

export function checkRange(option: string, value: number, [min, max]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalid(`${option} must be a whole number from ${min} to ${max}, found ${value}`);
}

export { given } from '../../io/own_value.ts';
