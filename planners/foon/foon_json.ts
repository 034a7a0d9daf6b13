import {
  ASSUMED,
  type Foon,
  FoonError,
  type FunctionalUnit,
  JSON_CHARACTERS_MAX,
  type MotionNode,
  type NonEmpty,
  type ObjectNode,
  type ObjectState,
} from './foon.ts';
import {
  canonicalLayout,
  type FoonDocument,
  type FoonLayout,
  LETTERS,
  type LineLayout,
  type Part,
  partsOf,
} from './foon_layout.ts';
import { CANONICAL_LINE, type Complain } from './foon_lines.ts';
import {
  type FoonJson,
  hasOwnLists,
  holderOf,
  type MotionJson,
  type NodeJson,
  type StateJson,
  type UnitJson,
} from './foon_schema.ts';
import { readFoon } from './read_foon.ts';

/** Throws a FoonError on another network's layout. */
export function writeFoon(foon: Foon, layout?: FoonLayout): string {
  if (layout === undefined) return layOut(foon, canonicalLayout(foon));
  const text = layOut(foon, layout);
  if (!isTextOf(foon, text)) throw misfit('asides that do not change it', 'asides that do');
  return text;
}

function isTextOf(foon: Foon, text: string): boolean {
  try {
    const read = readFoon(text, '').foon;
    return layOut(read, canonicalLayout(read)) === layOut(foon, canonicalLayout(foon));
  } catch (error) {
    if (error instanceof FoonError) return false;
    throw error;
  }
}

function layOut(foon: Foon, { byte_order_mark, lines, ids: allIds }: FoonLayout): string {
  const parts = partsOf(foon);
  const [sources, nodes, ids] = [parts.sources.values(), parts.units.values(), allIds.values()];
  const written = lines.map((line, index) => {
    if (line.end === '' && index < lines.length - 1) throw misfit('a line end in every line but the last', 'none');
    if (line.kind === 'aside') return line.text + line.end;
    const part = (line.kind === 'source' ? sources : nodes).next().value;
    if (part?.kind !== line.kind)
      throw misfit(part === undefined ? 'no more lines' : `a line for ${part.kind}`, `a line for ${line.kind}`);
    const head = 'label' in part ? `${LETTERS[part.kind]}${ids.next().value ?? ''}\t` : '';
    return `${head}${spelling(line, part)}${line.end}`;
  });
  const left = nodes.next().value ?? sources.next().value;
  if (left !== undefined) throw misfit(`a line for ${left.kind}`, 'no more lines');
  return (byte_order_mark ? '\ufeff' : '') + written.join('');
}

const refuse: Complain = (expected, found) => {
  throw new FoonError({ task: 'write', expected, found });
};

function spelling({ spelled }: Exclude<LineLayout, { kind: 'aside' }>, { kind, text }: Part): string {
  try {
    return spelled !== undefined && CANONICAL_LINE[kind](spelled, refuse) === text ? spelled : text;
  } catch (error) {
    if (error instanceof FoonError) return text;
    throw error;
  }
}

function misfit(expected: string, found: string): FoonError {
  return new FoonError({
    task: 'write',
    field: 'layout',
    expected: `a layout of this network with ${expected}`,
    found,
  });
}

type Checked = { value: FoonJson; problem: (path: readonly string[], expected: string) => Error };

export function foonFromJson({ value, problem }: Checked): FoonDocument {
  const { functional_units, source = [], text_layout } = value;
  const foon: Foon = { sources: [source].flat(), units: functional_units.map(unitFromJson) };
  const layout = { ...(text_layout ?? canonicalLayout(foon)), ids: functional_units.flatMap(idsOf) };
  try {
    if (text_layout !== undefined) writeFoon(foon, layout);
    return { foon, layout };
  } catch (error) {
    if (error instanceof FoonError) throw problem(['text_layout'], `${error.expected}, not ${error.found}`);
    throw error;
  }
}

function idsOf({ input_nodes, motion_node, output_nodes }: UnitJson): string[] {
  return [...input_nodes.flatMap(objectIds), String(motion_node.motion_id ?? ''), ...output_nodes.flatMap(objectIds)];
}

function objectIds({ object_id, object_states }: NodeJson): string[] {
  return [String(object_id ?? ''), ...object_states.map(({ state_id }) => String(state_id ?? ''))];
}

export function writeFoonJson(foon: Foon, layout?: FoonLayout): string {
  const canonical = canonicalLayout(foon);
  const { ids: allIds, ...text_layout } = layout ?? canonical;
  const ids = allIds.values();
  const functional_units = foon.units.map((unit) => unitToJson(unit, () => ids.next().value ?? ''));
  const isCanonical = JSON.stringify(text_layout) === JSON.stringify({ ...canonical, ids: undefined });
  const json: FoonJson = {
    functional_units,
    ...(foon.sources.length > 0 && { source: [...foon.sources] }),
    ...(!isCanonical && { text_layout }),
  };
  const text = `${JSON.stringify(json, null, 2)}\n`;
  if (text.length <= JSON_CHARACTERS_MAX) return text;
  const expected = `at most ${JSON_CHARACTERS_MAX} characters of JSON`;
  throw new FoonError({ task: 'write', expected, found: String(text.length) });
}

function unitFromJson({ input_nodes, motion_node, output_nodes }: UnitJson): FunctionalUnit {
  const side = (nodes: UnitJson['input_nodes']) => nodes.map(objectFromJson) as [ObjectNode, ...ObjectNode[]];
  return { inputs: side(input_nodes), motion: motionFromJson(motion_node), outputs: side(output_nodes) };
}

/** Ingredients are at the object in JSON, at a state in text. */
function objectFromJson(node: NodeJson): ObjectNode {
  const { object_label: label, object_states, ingredients = [], object_in_motion, is_goal: isGoal = false } = node;
  const holder = hasOwnLists(node) || ingredients.length === 0 ? -1 : holderOf(object_states);
  const states = object_states.map((state, index): ObjectState => {
    const { state_label: label, relative_object: object } = state;
    const contents = index === holder ? ingredients : state.ingredients;
    if (contents !== undefined) return { kind: 'contents', label, ingredients: contents };
    return typeof object === 'string' ? { kind: 'related', label, object } : { kind: 'plain', label };
  });
  return { label, states, inMotion: ['1', 1, true, 'True'].includes(object_in_motion), isGoal };
}

function motionFromJson(motion: MotionJson): MotionNode {
  const { motion_label: label, start_time: start, end_time: end, robot_type: name, weight_success: rate } = motion;
  const isTimed = start !== undefined && end !== undefined && !(start === ASSUMED && end === ASSUMED);
  return {
    label,
    ...(isTimed && { times: { start, end } }),
    ...(name !== undefined && { performer: { name, successRate: Number(rate) } }),
  };
}

export function unitToJson({ inputs, motion, outputs }: FunctionalUnit, nextId: () => string): UnitJson {
  const side = (nodes: NonEmpty<ObjectNode>) =>
    nodes.map((node) => objectToJson(node, nextId)) as UnitJson['input_nodes'];
  const input_nodes = side(inputs);
  const motion_node = {
    ...idToJson('motion_id', nextId()),
    motion_label: motion.label,
    start_time: motion.times?.start ?? ASSUMED,
    end_time: motion.times?.end ?? ASSUMED,
    ...(motion.performer && { robot_type: motion.performer.name, weight_success: motion.performer.successRate }),
  };
  return { input_nodes, motion_node, output_nodes: side(outputs) };
}

function objectToJson(node: ObjectNode, nextId: () => string): NodeJson {
  const id = idToJson('object_id', nextId());
  const plain = node.states.map((state): StateJson => {
    const relative = state.kind === 'related' ? { relative_object: state.object } : {};
    return { ...idToJson('state_id', nextId()), state_label: state.label, ...relative };
  });
  const contents = node.states.filter((state) => state.kind === 'contents');
  const ingredients = contents.flatMap((state) => state.ingredients);
  const holder = node.states.indexOf(contents[0]!);
  const isImplied =
    contents.length === 0 || (contents.length === 1 && ingredients.length > 0 && holder === holderOf(plain));
  const object_states = plain.map((state, index) => {
    const original = node.states[index];
    return isImplied || original?.kind !== 'contents' ? state : { ...state, ingredients: [...original.ingredients] };
  });
  return {
    ...id,
    object_label: node.label,
    object_states,
    ingredients,
    object_in_motion: node.inMotion ? '1' : '0',
    ...(node.isGoal && { is_goal: true }),
  };
}

function idToJson(key: 'object_id' | 'state_id' | 'motion_id', id: string): { [key: string]: number | string } {
  if (id === '') return {};
  const number = Number(id);
  return { [key]: Number.isSafeInteger(number) && String(number) === id ? number : id };
}
