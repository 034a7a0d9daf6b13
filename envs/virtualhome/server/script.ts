/**
 * Scripts as VirtualHome's simulator is sent them: `<char0> [walk] <fridge> (305)`, agents of one line apart by `|`.
 *
 * After `ScriptReader` of VirtualHome's Unity project, with its words where it has some. Where exactly a thing is to lie, `-2.5,1,0.3` or
 * `<position> -2.5,0.3`, and how far a walk is to go, `:2:`, may stand behind the last object, and mean nothing here. A line that begins with no character is refused:
 * the original passes over it and says "Success".
 */
import { quoted } from '../../quoted.ts';

/** Which character is to do what; the action as a line of `household/virtualhome/script_line.ts`. */
export type AgentLine = { readonly agent: number; readonly line: string };

/** A script that the simulator cannot read. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

const AGENT = /^\s*<char(\d{1,3})>/;
const VERB = /^\[\s{0,9}(\w{1,40})/;
const WHERE = /^(:\d{1,9}:|(<position>\s{0,9})?[-\d.,E]{1,100})$/i;
const LINE_MAX = 10_000;

/** Verbs of Unity that mean what another means to the symbolic household. */
const SAME_AS: ReadonlyMap<string, string> = new Map([
  ['PUT', 'PUTBACK'],
  ['GOTO', 'WALK'],
  ['WALKTOWARDS', 'WALK'],
  ['LOOKAT_SHORT', 'LOOKAT'],
  ['LOOKAT_MEDIUM', 'LOOKAT'],
  ['LOOKAT_LONG', 'LOOKAT'],
]);

/** What happens at once, line by line. Throws a ScriptError. */
export function readScript(lines: readonly string[]): AgentLine[][] {
  return lines.map((text, at) => {
    if (text.length > LINE_MAX) throw new ScriptError(`line ${at + 1} has more than ${LINE_MAX} characters`);
    if (!text.startsWith('<')) {
      throw new ScriptError(`line ${at + 1}: expected "<char0> [action] <class> (id)", found ${quoted(text)}`);
    }
    return text.split('|').map(readPart);
  });
}

function readPart(part: string): AgentLine {
  const [head, agent] = AGENT.exec(part) ?? [];
  if (head === undefined) throw new ScriptError(`Can not parse character for the line containing ${quoted(part)}`);
  const line = withoutWhere(part.slice(head.length).trim());
  const [, word = ''] = VERB.exec(line) ?? [];
  if (word === '') throw new ScriptError(`Can not parse action for the line containing ${quoted(part)}`);
  const same = SAME_AS.get(word.toUpperCase());
  return { agent: Number(agent), line: same === undefined ? line : line.replace(word, same) };
}

function withoutWhere(line: string): string {
  const end = line.lastIndexOf(')') + 1;
  return end > 0 && WHERE.test(line.slice(end).trim()) ? line.slice(0, end) : line;
}
