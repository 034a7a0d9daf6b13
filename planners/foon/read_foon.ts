/** `O`: object; `S`: its state; `M`: motion; `//`: end of the unit. Other lines with `#` or `//` are comments. */
import {
  FoonError,
  type FunctionalUnit,
  type MotionNode,
  type NonEmpty,
  type ObjectNode,
  type ObjectState,
  quoted,
  TEXT_CHARACTERS_MAX,
} from './foon.ts';
import { type FoonDocument, LETTERS, type LineLayout, NODE_KINDS, type NodeKind } from './foon_layout.ts';
import {
  type Complain,
  motionLine,
  type ObjectLine,
  objectLine,
  readMotionLine,
  readObjectLine,
  readSourceLine,
  readStateLine,
  sourceLine,
  stateLine,
} from './foon_lines.ts';

type OpenObject = ObjectLine & { states: ObjectState[] };
type OpenUnit = { line: number; inputs: OpenObject[]; motion?: MotionNode; outputs: OpenObject[] };

type Reading = {
  sources: string[];
  units: FunctionalUnit[];
  ids: string[];
  open: OpenUnit | undefined;
  line: number;
  complain: Complain;
};

/** Throws a FoonError with a line. */
export function readFoon(text: string, path: string): FoonDocument {
  const complain: Complain = (expected, found) => {
    throw new FoonError({ task: 'read', path, line: reading.line || undefined, expected, found });
  };
  const reading: Reading = { sources: [], units: [], ids: [], open: undefined, line: 0, complain };
  if (text.length > TEXT_CHARACTERS_MAX) return complain(`at most ${TEXT_CHARACTERS_MAX} characters`, `${text.length}`);
  const byte_order_mark = text.startsWith('\ufeff');
  const pieces = text.slice(byte_order_mark ? 1 : 0).split('\n');
  const last = pieces.length - 1;
  if (pieces[last] === '') pieces.pop();
  const lines = pieces.map((piece, index) => {
    reading.line = index + 1;
    if (index === last) return readLine(piece, '', reading);
    return piece.endsWith('\r') ? readLine(piece.slice(0, -1), '\r\n', reading) : readLine(piece, '\n', reading);
  });
  const { sources, units, ids, open } = reading;
  if (open === undefined) return { foon: { sources, units }, layout: { byte_order_mark, lines, ids } };
  return complain(`"//" at the end of the functional unit of line ${open.line}`, 'the end of the text');
}

function readLine(line: string, end: LineLayout['end'], reading: Reading): LineLayout {
  const trimmed = line.trimEnd();
  const source = readSourceLine(line);
  if (source !== '') {
    reading.sources.push(source);
    return { kind: 'source', ...spelling(line, sourceLine(source)), end };
  }
  if (trimmed === '//' && reading.open !== undefined) {
    reading.units.push(complete(reading.open, reading.complain));
    reading.open = undefined;
    return { kind: 'unit_end', ...spelling(line, '//'), end };
  }
  if (trimmed === '' || line.startsWith('#') || line.startsWith('//')) return { kind: 'aside', text: line, end };
  return { ...readNode(line, reading), end };
}

function spelling(line: string, canonical: string): { spelled?: string } {
  return line === canonical ? {} : { spelled: line };
}

function readNode(line: string, reading: Reading): { kind: NodeKind; spelled?: string } {
  const { complain } = reading;
  const kind = NODE_KINDS.find((node) => LETTERS[node] === line[0]);
  if (kind === undefined) return complain('a line that begins with "O", "S", "M", "#" or "//"', quoted(line));
  const tab = line.indexOf('\t');
  if (tab === -1) return complain(`a TAB after "${line[0]}" and a number`, quoted(line));
  const id = line.slice(1, tab);
  if (!/^\d*$/.test(id)) return complain(`a number between "${line[0]}" and the first TAB`, quoted(id));
  const rest = line.slice(tab + 1);
  reading.open ??= { line: reading.line, inputs: [], outputs: [] };
  const canonical = ADD_NODE[kind](rest, reading.open, complain);
  reading.ids.push(id);
  return { kind, ...spelling(rest, canonical) };
}

function complete({ inputs, motion, outputs }: OpenUnit, complain: Complain): FunctionalUnit {
  if (motion === undefined) return complain('a motion before the end of the functional unit', '"//"');
  if (!isFilled(inputs)) return complain('input objects in the functional unit', 'none');
  if (!isFilled(outputs)) return complain('output objects before the end of the functional unit', '"//"');
  return { inputs, motion, outputs };
}

function isFilled(nodes: readonly ObjectNode[]): nodes is NonEmpty<ObjectNode> {
  return nodes.length > 0;
}

function sideOf({ inputs, motion, outputs }: OpenUnit): OpenObject[] {
  return motion === undefined ? inputs : outputs;
}

const ADD_NODE: Readonly<Record<NodeKind, (rest: string, unit: OpenUnit, complain: Complain) => string>> = {
  object(rest, unit, complain) {
    const line = readObjectLine(rest, complain);
    sideOf(unit).push({ ...line, states: [] });
    return objectLine(line);
  },
  state(rest, unit, complain) {
    const state = readStateLine(rest, complain);
    const object = sideOf(unit).at(-1);
    if (object === undefined) {
      const above = unit.motion === undefined ? 'in the functional unit' : 'below the motion';
      return complain(`an object ${above} before its first state`, `state ${quoted(state.label)}`);
    }
    object.states.push(state);
    return stateLine(state);
  },
  motion(rest, unit, complain) {
    const motion = readMotionLine(rest, complain);
    const found = `motion ${quoted(motion.label)}`;
    if (unit.motion !== undefined) return complain('one motion in a functional unit, then "//"', `a second ${found}`);
    if (unit.inputs.length === 0) return complain('input objects before the motion', found);
    unit.motion = motion;
    return motionLine(motion);
  },
};
