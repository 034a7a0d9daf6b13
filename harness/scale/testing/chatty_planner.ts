import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Chatty = Readonly<{ name: string; questions: number; shared?: number }>;

export function writeChattyPlanner(folder: string, { name, questions, shared = 0 }: Chatty): string {
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
