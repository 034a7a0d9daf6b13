/**
 * Reads the FOON text form: `O` object, `S` state of the object above, `M` motion, `#` comment.
 * Objects above the motion are inputs, those below are outputs; `//` alone ends a unit.
 * `//` with words, or outside a unit, is a comment.
 */
import type { Foon, FunctionalUnit, MotionNode, NonEmpty, ObjectNode, ObjectState } from './foon.ts';
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

/** Linear time; `path` is for messages. Throws a FoonError with the line of the first mistake. */
export function readFoon(text: string, path: string): FoonDocument {
  if (text.length > TEXT_CHARACTERS_MAX) {
    throw new FoonError({
      task: 'read',
      path,
      expected: `at most ${TEXT_CHARACTERS_MAX} characters`,
      found: `${text.length}`,
    });
  }
  const byte_order_mark = text.startsWith(MARK);
  const reading: Reading = { sources: [], units: [], ids: [], open: undefined };
  const lines: LineLayout[] = [];
  let from = byte_order_mark ? MARK.length : 0;
  while (from < text.length) {
    const feed = text.indexOf('\n', from);
    const until = feed === -1 ? text.length : feed;
    const end = feed === -1 ? '' : text[feed - 1] === '\r' && feed > from ? '\r\n' : '\n';
    const line = text.slice(from, end === '\r\n' ? until - 1 : until);
    const complain: Complain = (expected, found) => {
      throw new FoonError({ task: 'read', path, line: lines.length + 1, expected, found });
    };
    lines.push({ ...readLine(line, reading, { number: lines.length + 1, complain }), end });
    from = until + 1;
  }
  if (reading.open !== undefined) {
    const expected = `"//" to end the functional unit of line ${reading.open.line}`;
    throw new FoonError({
      task: 'read',
      path,
      line: Math.max(1, lines.length),
      expected,
      found: 'the end of the text',
    });
  }
  const foon: Foon = { sources: reading.sources, units: reading.units };
  return { foon, layout: { byte_order_mark, lines, ids: reading.ids } };
}

type Where = { readonly number: number; readonly complain: Complain };
type Endless = LineLayout extends infer L ? (L extends LineLayout ? Omit<L, 'end'> : never) : never;

function readLine(line: string, reading: Reading, where: Where): Endless {
  const aside = asideOf(line, reading, where);
  if (aside !== undefined) return aside;
  const rule = Object.hasOwn(RULES, line[0]!) ? RULES[line[0] as 'O' | 'S' | 'M'] : undefined;
  if (rule === undefined) {
    return where.complain('a line that begins with "O", "S", "M", "#" or "//"', quoted(line));
  }
  const tab = line.indexOf('\t');
  if (tab === -1) return where.complain(`a TAB behind "${line[0]}" and a number`, quoted(line));
  const id = line.slice(1, tab);
  if (!/^\d*$/.test(id)) return where.complain(`a number between "${line[0]}" and the first TAB`, quoted(id));
  const rest = line.slice(tab + 1);
  reading.open ??= { line: where.number, inputs: [], outputs: [] };
  const canonical = rule.read(rest, reading.open, where.complain);
  reading.ids.push(id);
  return { kind: rule.kind, ...(canonical === rest ? {} : { spelled: rest }) };
}

function asideOf(line: string, reading: Reading, { complain }: Where): Endless | undefined {
  const trimmed = line.trimEnd();
  if (trimmed === '') return { kind: 'aside', text: line };
  if (line.startsWith('#')) {
    const source = readSourceLine(line);
    if (source === '') return { kind: 'aside', text: line };
    reading.sources.push(source);
    return { kind: 'source', ...(sourceLine(source) === line ? {} : { spelled: line }) };
  }
  if (!line.startsWith('//')) return undefined;
  if (trimmed !== '//' || reading.open === undefined) return { kind: 'aside', text: line };
  reading.units.push(closed(reading.open, complain));
  reading.open = undefined;
  return { kind: 'unit_end', ...(line === '//' ? {} : { spelled: line }) };
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

type Rule = {
  readonly kind: NodeKind;
  readonly read: (rest: string, unit: OpenUnit, complain: Complain) => string;
};

const RULES: Readonly<Record<'O' | 'S' | 'M', Rule>> = {
  O: {
    kind: 'object',
    read(rest, unit, complain) {
      const line = readObjectLine(rest, complain);
      const side = unit.motion === undefined ? unit.inputs : unit.outputs;
      side.push({ ...line, states: [] });
      return objectLine(line);
    },
  },
  S: {
    kind: 'state',
    read(rest, unit, complain) {
      const state = readStateLine(rest, complain);
      const side = unit.motion === undefined ? unit.inputs : unit.outputs;
      const object = side.at(-1);
      const above = unit.motion === undefined ? 'in the functional unit' : 'below the motion';
      if (object === undefined)
        return complain(`an object ${above} before its first state`, `state ${quoted(state.label)}`);
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
