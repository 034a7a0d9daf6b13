/** The keys of the FOON API (see README, "JSON") and ours. */
import { z } from 'zod';
import { isName, type NameUse, nameWords } from './foon.ts';

function name(use: NameUse) {
  return z.string({ error: nameWords(use) }).refine((text) => isName(text, use), { error: nameWords(use) });
}

const ID = { error: 'a non-negative integer, as a number or as a string of digits' };
const Id = z.union([z.int(ID).nonnegative(ID), z.string().regex(/^\d*$/, ID)], ID);

const State = z
  .strictObject({
    state_id: Id.optional(),
    state_label: name('label'),
    relative_object: name('object').nullish(),
    ingredients: z.array(name('ingredient')).optional(), // ours
  })
  .refine((state) => state.ingredients === undefined || isFree(state), {
    path: ['ingredients'],
    error: 'either ingredients or a relative object',
  });

function isFree({ relative_object }: { readonly relative_object?: string | null | undefined }): boolean {
  return relative_object === undefined || relative_object === null;
}

export function holderOf(states: readonly StateJson[]): number {
  const contains = states.findIndex((state) => state.state_label === 'contains' && isFree(state));
  return contains !== -1 ? contains : states.findLastIndex(isFree);
}

export function hasOwnLists({ object_states }: { readonly object_states: readonly StateJson[] }): boolean {
  return object_states.some(({ ingredients }) => ingredients !== undefined);
}

const FLAGS = ['0', '1', 0, 1, false, true, 'False', 'True'] as const;

const Node = z
  .strictObject({
    object_id: Id.optional(),
    object_label: name('label'),
    object_states: z.array(State),
    ingredients: z.array(name('ingredient')).optional(),
    object_in_motion: z.literal(FLAGS),
    is_goal: z.boolean().optional(), // ours
    has_portions: z.literal(['False', false]).optional(),
  })
  .refine((node) => hasOwnLists(node) || !node.ingredients?.length || holderOf(node.object_states) !== -1, {
    path: ['ingredients'],
    error: 'no ingredients, because no state can contain them',
  })
  .refine(
    (node) =>
      !hasOwnLists(node) ||
      node.ingredients === undefined ||
      JSON.stringify(node.object_states.flatMap((state) => state.ingredients ?? [])) ===
        JSON.stringify(node.ingredients),
    { path: ['ingredients'], error: 'the ingredients of the states, in order' },
  );

const RATE = { error: 'a success rate (a non-negative number)' };

const rateText = z
  .string()
  .regex(/^\d+(\.\d+)?$/, RATE)
  .refine((text) => Number.isFinite(Number(text)), RATE);

const Motion = z
  .strictObject({
    motion_id: Id.optional(),
    motion_label: name('label'),
    start_time: name('time').optional(),
    end_time: name('time').optional(),
    robot_type: name('label').optional(),
    weight_success: z.union([z.number().nonnegative(RATE), rateText], RATE).optional(),
  })
  .refine(({ start_time, end_time }) => (start_time === undefined) === (end_time === undefined), {
    error: 'both start_time and end_time, or neither',
  })
  .refine(({ robot_type, weight_success }) => (robot_type === undefined) === (weight_success === undefined), {
    error: 'both robot_type and weight_success, or neither',
  });

const Nodes = z.tuple([Node], Node, { error: 'a list of at least one object node' });

const Unit = z.strictObject({ input_nodes: Nodes, motion_node: Motion, output_nodes: Nodes });

const End = z.literal(['\n', '\r\n', '']);
const oneLine = z.string().regex(/^[^\n]*$/, { error: 'text without a line feed' });

const Layout = z.strictObject({
  byte_order_mark: z.boolean(),
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('aside'), text: oneLine, end: End }),
      z.strictObject({
        kind: z.literal(['object', 'state', 'motion', 'source', 'unit_end']),
        spelled: oneLine.exactOptional(),
        end: End,
      }),
    ]),
  ),
});

export const FoonJson = z.strictObject({
  functional_units: z.array(Unit),
  source: z.union([name('label'), z.array(name('label'))], { error: 'a source, or a list of sources' }).optional(),
  text_layout: Layout.optional(),
});

export type FoonJson = z.infer<typeof FoonJson>;
export type UnitJson = z.infer<typeof Unit>;
export type NodeJson = z.infer<typeof Node>;
export type StateJson = z.infer<typeof State>;
export type MotionJson = z.infer<typeof Motion>;
export type LayoutJson = z.infer<typeof Layout>;
