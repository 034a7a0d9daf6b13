/**
 * Test support: a planner that asks so many questions, each of which says where it is asked, and then gives up.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes it into a folder, as a module of one's own; two of different names share their first `shared` questions. */
export function writeChattyPlanner(
  folder: string,
  { name, questions, shared = 0 }: { readonly name: string; readonly questions: number; readonly shared?: number },
): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `export const planner = {
      name: '${name}', title: '', summary: '', worlds: ['household', 'tabletop'], promptSlots: {}, privileged: () => false,
      options: { safeParse: (data) => ({ success: true, data }), parse: (data) => data },
      async *plan({ llm, seed }) {
        for (let number = 1; number <= ${questions}; number += 1) {
          const who = number <= ${shared} ? 'all' : '${name}';
          const content = JSON.stringify([seed, who, number]);
          await llm.chat([{ role: 'user', content }], { purpose: 'chat', temperature: 0 });
        }
        yield { kind: 'stop', reason: 'said_all' };
      },
    };`,
  );
  return path;
}
