import { expect, it } from 'vitest';
import { domainText } from './domain_text.ts';

it.each(['fixed_table', 'figure_5'] as const)('domainText() is pddl/%s.pddl', async (domain) => {
  // One name, so that prompts that show it are the same for both.
  expect(domainText(domain)).toContain('(define (domain tabletop)');
  await expect(domainText(domain)).toMatchFileSnapshot(`pddl/${domain}.pddl`);
});
