import { describe, expect, it } from 'vitest';
import { readPlanFile } from './plan_file.ts';

describe('readPlanFile()', () => {
  it('reads actions, in lower case and with single blanks, and the cost', () => {
    const text = '(Pick  A table)\r\n\n( place a b )\n; cost = 2 (unit cost)\n';
    expect(readPlanFile(text)).toEqual({ ok: true, plan: ['(pick a table)', '(place a b)'], cost: 2 });
  });

  it('leaves comments out, and needs none', () => {
    expect(readPlanFile('; a plan\n(go) ; at once')).toEqual({ ok: true, plan: ['(go)'], cost: null });
    expect(readPlanFile('')).toEqual({ ok: true, plan: [], cost: null });
  });

  it.each([
    ['(go)\npick a b', 2, 'plan, line 2: expected an action such as "(pick a b)", found "pick a b"'],
    ['()', 1, 'plan, line 1: expected an action such as "(pick a b)", found "()"'],
    ['(go) (stop)', 1, 'plan, line 1: expected an action such as "(pick a b)", found "(go) (stop)"'],
    ['(go (there))', 1, 'plan, line 1: expected an action such as "(pick a b)", found "(go (there))"'],
  ])('says where %j is not a plan', (text, line, message) => {
    expect(readPlanFile(text)).toEqual({ ok: false, line, message });
  });

  it('shows the beginning of what is too long to show', () => {
    const result = readPlanFile('x'.repeat(1_000_000));
    const rest = 'plan, line 1: expected an action such as "(pick a b)", found "…"';
    expect(result.ok ? '' : result.message.length).toBe(rest.length + 60);
  });
});
