import { readCheckedJson } from '../../envs/checked_json.ts';
import { foonFromJson } from '../../planners/foon/foon_json.ts';
import type { FoonDocument } from '../../planners/foon/foon_layout.ts';
import { FoonJson } from '../../planners/foon/foon_schema.ts';
import { readFoon } from '../../planners/foon/read_foon.ts';

export const FOON_FORMS = ['text', 'json'] as const;
export type FoonForm = (typeof FOON_FORMS)[number];

const BYTE_ORDER_MARK = '\ufeff';

export function readFoonDocument(text: string, path: string): FoonDocument & { readonly form: FoonForm } {
  // No line of the text form begins with a bracket.
  if (!['{', '['].includes(text.trimStart().charAt(0))) return { form: 'text', ...readFoon(text, path) };
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  return { form: 'json', ...foonFromJson(readCheckedJson(json, FoonJson, path)) };
}
