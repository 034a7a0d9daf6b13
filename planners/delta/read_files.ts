import type { Reading } from '../ask_until_read.ts';
import type { ParseLog } from '../parse_log.ts';
import { checkPddl } from '../pddl/check/check_pddl.ts';
import { Diagnostics } from '../pddl/diagnostics/diagnostics.ts';
import type { Domain } from '../pddl/read/domain.ts';
import { parseDomain } from '../pddl/read/parse_domain.ts';
import type { Problem } from '../pddl/read/problem.ts';
import { missing, refused } from '../plan_task.ts';
import { readPddlReply } from '../read_pddl_reply.ts';
import { skillOf } from './executable_actions.ts';

export type WrittenTask = Readonly<{ domainText: string; domain: Domain; problem: Problem }>;

export function readDomain(text: string, log: ParseLog): Reading<string> {
  const found = readPddlReply(text, 'domain', log);
  if (found === null) return missing('domain');
  const checked = checkPddl(found, emptyProblem(found));
  if (checked.status !== 'ok') return refused(checked.errors);
  const skills = new Set(checked.domain.actions.map(({ name }) => skillOf(name.name)));
  const missingSkills = (['pick', 'place'] as const).filter((skill) => !skills.has(skill));
  if (missingSkills.length === 0) return { ok: true, value: found, accepted: 1 };
  const names = checked.domain.actions.map(({ name }) => `"${name.written}"`).join(', ') || 'none';
  const problemText = `the domain has no action for ${missingSkills.join(' and ')}; its actions: ${names}`;
  return { ok: false, failure: 'schema', problem: problemText };
}

export function readProblem(text: string, domainText: string, log: ParseLog): Reading<WrittenTask> {
  const found = readPddlReply(text, 'problem', log);
  if (found === null) return missing('problem');
  const checked = checkPddl(domainText, found);
  if (checked.status !== 'ok') return refused(checked.errors);
  const { domain, problem } = checked;
  return { ok: true, value: { domainText, domain, problem }, accepted: 1 };
}

function emptyProblem(domain: string): string {
  const name = parseDomain(domain, new Diagnostics('domain'))?.name.written ?? 'none';
  return `(define (problem none) (:domain ${name}) (:init) (:goal (and)))`;
}
