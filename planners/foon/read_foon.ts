/**
 * `O` object, `S` state of the object above, `M` motion, `#` comment. Objects above the motion are inputs, those below
 * outputs. `//` alone ends a unit; with words, or outside a unit, it is a comment.
 */
import type { FunctionalUnit, MotionNode, NonEmpty, ObjectNode, ObjectState } from './foon.ts';
import { FoonError, quoted, TEXT_CHARACTERS_MAX } from './foon_error.ts';
import type { FoonDocument, LineLayout, NodeKind } from './foon_layout.ts';
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

type OpenObject = ObjectLine & { readonly states: ObjectState[] };
type OpenUnit = { readonly line: number; inputs: OpenObject[]; motion?: MotionNode; outputs: OpenObject[] };

type Reading = {
  readonly sources: string[];
  readonly units: FunctionalUnit[];
  readonly ids: string[];
  open: OpenUnit | undefined;
};

const MARK = '\ufeff';

/** Linear time. `path` is for messages. Throws a FoonError with a line. */
export function readFoon(text: string, path: string): FoonDocument {
  const complainAt = (line?: number): Complain => {
    return (expected, found) => {
      throw new FoonError({ task: 'read', path, ...(line !== undefined && { line }), expected, found });
    };
  };
  if (text.length > TEXT_CHARACTERS_MAX) {
    return complainAt()(`at most ${TEXT_CHARACTERS_MAX} characters`, `${text.length}`);
  }
  const byte_order_mark = text.startsWith(MARK);
  const pieces = text.slice(byte_order_mark ? MARK.length : 0).split('\n');
  const last = pieces.length - 1;
  if (pieces[last] === '') pieces.pop();
  const reading: Reading = { sources: [], units: [], ids: [], open: undefined };
  const lines = pieces.map((piece, index): LineLayout => {
    const end = index === last ? '' : piece.endsWith('\r') ? '\r\n' : '\n';
    const line = end === '\r\n' ? piece.slice(0, -1) : piece;
    return readLine(line, reading, { number: index + 1, end, complain: complainAt(index + 1) });
  });
  if (reading.open !== undefined) {
    const expected = `"//" to end the functional unit of line ${reading.open.line}`;
    return complainAt(lines.length)(expected, 'the end of the text');
  }
  const { sources, units, ids } = reading;
  return { foon: { sources, units }, layout: { byte_order_mark, lines, ids } };
}

type Where = { readonly number: number; readonly end: LineLayout['end']; readonly complain: Complain };

function readLine(line: string, reading: Reading, where: Where): LineLayout {
  const aside = asideOf(line, reading, where);
  if (aside !== undefined) return aside;
  const rule = Object.hasOwn(RULES, line[0]!) ? RULES[line[0] as 'O' | 'S' | 'M'] : undefined;
  if (rule === undefined) return where.complain('a line that begins with "O", "S", "M", "#" or "//"', quoted(line));
  const tab = line.indexOf('\t');
  if (tab === -1) return where.complain(`a TAB behind "${line[0]}" and a number`, quoted(line));
  const id = line.slice(1, tab);
  if (!/^\d*$/.test(id)) return where.complain(`a number between "${line[0]}" and the first TAB`, quoted(id));
  const rest = line.slice(tab + 1);
  reading.open ??= { line: where.number, inputs: [], outputs: [] };
  const canonical = rule.read(rest, reading.open, where.complain);
  reading.ids.push(id);
  return { kind: rule.kind, ...(canonical === rest ? {} : { spelled: rest }), end: where.end };
}

function asideOf(line: string, reading: Reading, { end, complain }: Where): LineLayout | undefined {
  const trimmed = line.trimEnd();
  if (trimmed === '') return { kind: 'aside', text: line, end };
  if (line.startsWith('#')) {
    const source = readSourceLine(line);
    if (source === '') return { kind: 'aside', text: line, end };
    reading.sources.push(source);
    return { kind: 'source', ...(sourceLine(source) === line ? {} : { spelled: line }), end };
  }
  if (!line.startsWith('//')) return undefined;
  if (trimmed !== '//' || reading.open === undefined) return { kind: 'aside', text: line, end };
  reading.units.push(closed(reading.open, complain));
  reading.open = undefined;
  return { kind: 'unit_end', ...(line === '//' ? {} : { spelled: line }), end };
}

function closed({ inputs, motion, outputs }: OpenUnit, complain: Complain): FunctionalUnit {
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

type Rule = {
  readonly kind: NodeKind;
  readonly read: (rest: string, unit: OpenUnit, complain: Complain) => string;
};

const RULES: Readonly<Record<'O' | 'S' | 'M', Rule>> = {
  O: {
    kind: 'object',
    read(rest, unit, complain) {
      const line = readObjectLine(rest, complain);
      sideOf(unit).push({ ...line, states: [] });
      return objectLine(line);
    },
  },
  S: {
    kind: 'state',
    read(rest, unit, complain) {
      const state = readStateLine(rest, complain);
      const object = sideOf(unit).at(-1);
      if (object === undefined) {
        const above = unit.motion === undefined ? 'in the functional unit' : 'below the motion';
        return complain(`an object ${above} before its first state`, `state ${quoted(state.label)}`);
      }
      object.states.push(state);
      return stateLine(state);
    },
  },
  M: {
    kind: 'motion',
    read(rest, unit, complain) {
      const motion = readMotionLine(rest, complain);
      const found = `motion ${quoted(motion.label)}`;
      if (unit.motion !== undefined)
        return complain('one motion in a functional unit, then "//"', `a second, ${found}`);
      if (unit.inputs.length === 0) return complain('input objects before the motion', found);
      unit.motion = motion;
      return motionLine(motion);
    },
  },
};
