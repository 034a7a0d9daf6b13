import { checkPddl } from '../check/check_pddl.ts';
import { groundPddl } from '../ground/ground_pddl.ts';

export function readPddl(domain: string, problem: string) {
  const read = checkPddl(domain, problem);
  if (read.status !== 'ok') throw new Error(read.message);
  return read;
}

export function ground(domain: string, problem: string) {
  const result = groundPddl(domain, problem);
  if (result.status !== 'ok') throw new Error(`${result.status}: ${result.message}`);
  return result;
}
