/**
 * Scripts as VirtualHome's simulator is sent them: `<char0> [walk] <fridge> (305)`, agents of one line apart by `|`.
 *
 * Without a `<charN>` a line is the first character's.
 *
 * @module
 */
import { quoted } from '../../quoted.ts';

/** Which character is to do what; the action as a line of `household/virtualhome/script_line.ts`. */
export type AgentLine = { readonly agent: number; readonly line: string };

/** A script that the simulator cannot read. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const AGENT = /^\s*<char(\d{1,3})>/;
const LINE_MAX = 10_000;

/** What happens at once, line by line. Throws a ScriptError. */
export function readScript(lines: readonly string[]): AgentLine[][] {
  return lines.map((text, at) => {
    if (text.length > LINE_MAX) throw new ScriptError(`line ${at + 1} has more than ${LINE_MAX} characters`);
    return text.split('|').map((part) => {
      const [head = '', agent = '0'] = AGENT.exec(part) ?? [];
      const line = part.slice(head.length).trim();
      if (!line.startsWith('[')) {
        throw new ScriptError(`line ${at + 1}: expected "<char0> [action] <class> (id)", found ${quoted(text)}`);
      }
      return { agent: Number(agent), line };
    });
  });
}
