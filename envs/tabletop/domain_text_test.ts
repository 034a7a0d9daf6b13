import { expect, it } from 'vitest';
import { domainText } from './domain_text.ts';

it.each(['fixed_table', 'figure_5'] as const)('domainText() is pddl/%s.pddl', async (domain) => {
  await expect(domainText(domain)).toMatchFileSnapshot(`pddl/${domain}.pddl`);
});

it('domainText() has one name for both, so that prompts that show it are the same for both', () => {
  for (const domain of ['fixed_table', 'figure_5'] as const)
    expect(domainText(domain)).toContain('(define (domain tabletop)');
});
