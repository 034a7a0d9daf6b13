import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chatBody, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { household } from '../../../envs/household/world.ts';
import { tapedeckIn } from '../../testing/run_tapedeck.ts';

/** Each sets `hacked` where it runs, or loads from outside. */
export const HOSTILE = [
  '<script>globalThis.hacked = 1</script>',
  '</script><script>globalThis.hacked = 1</script>',
  '<img src="x" onerror="globalThis.hacked = 1">',
  '" onmouseover="globalThis.hacked = 1" autofocus onfocus="globalThis.hacked = 1',
  "'><svg onload=globalThis.hacked=1>",
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<link rel="stylesheet" href="https://outside.example/style.css"><img src="https://outside.example/seen.png">',
  '<a href="javascript:globalThis.hacked=1" id="keys">link</a>',
  ']]><!-- \u2028 \u202e --><base href="https://outside.example/">',
];

const PLANNER = `
  const hostile = ${JSON.stringify(HOSTILE)};
  const text = hostile.join('\\n');
  const options = { parse: () => ({}), safeParse: () => ({ success: true, data: { [hostile[0]]: hostile[1] } }) };
  export const planner = {
    name: 'hostile', title: 'Hostile', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
    async *plan({ llm, note }) {
      for (const more of ['', '\\n' + hostile[2]]) {
        await llm.chat([{ role: 'user', content: text + more }], { purpose: hostile[0], temperature: 0 });
        note({ kind: 'parsed', purpose: hostile[0], accepted: 0, discardedCounts: { prose: 1 },
          discarded: [{ line: 1, kind: 'prose', text: hostile[0], reason: text }], remarks: [text] });
        note({ kind: 'belief', belief: { keyObjects: [{ name: hostile[3], attributes: [...hostile, more] }], [hostile[4]]: text, foon: text } });
        note({ kind: 'planned', purpose: text, status: 'invalid', cost: null, expanded: null, evaluated: null, message: text });
        yield { kind: 'act', action: { verb: hostile[0], args: hostile } };
        yield { kind: 'act', action: { verb: 'open', args: [hostile[3]] } };
      }
      yield { kind: 'stop', reason: text };
    },
  };`;

/** Returns the run's folder. */
export async function hostileRun(folder: string): Promise<string> {
  const at = (name: string) => join(folder, name);
  cpSync(`${household.scenesFolder}/house_2.json`, at('house.json'));
  const { tasks } = JSON.parse(readFileSync(`${household.tasksFolder}/table_1.json`, 'utf8'));
  const [task] = tasks;
  writeFileSync(at('tasks.json'), JSON.stringify({ tasks: [{ ...task, instruction: HOSTILE.join(' ') }] }));
  writeFileSync(at('hostile.ts'), PLANNER);
  const ground = { world: 'household', scenes: ['./house.json'], tasks: './tasks.json' };
  const suite = { name: 'hostile', title: HOSTILE[0], ...ground, planners: ['random'], model: 'nobody' };
  writeFileSync(at('suite.json'), JSON.stringify(suite));
  const server = await scriptedServer(() => ({ status: 200, body: chatBody(HOSTILE.join('\n')) }));
  const environment = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'sk-not-a-real-key-0123456789abcdef' };
  const planners = ['--planner', at('hostile.ts'), 'random'];
  const tapes = ['--mode', 'record', '--tapes', at('tapes'), '--out', at('hostile_run')];
  const { exitCode, said } = await tapedeckIn({ environment }, 'run', at('suite.json'), ...planners, ...tapes);
  await server.close();
  if (exitCode !== 0) throw new Error(said);
  return at('hostile_run');
}
