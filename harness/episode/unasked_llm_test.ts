import { expect, test } from 'vitest';
import { unaskedLlm } from './unasked_llm.ts';

test('unaskedLlm() answers nothing, and says why', async () => {
  const llm = unaskedLlm('mine');
  const said = 'Planner "mine" says `asksModel: false`, but asks one';
  await expect(llm.chat([{ role: 'user', content: '?' }], { purpose: 'ask', temperature: 0 })).rejects.toThrow(said);
  await expect(llm.embed(['?'], { purpose: 'ask' })).rejects.toThrow(said);
  await expect(llm.countTokens('?')).rejects.toThrow(said);
});
