/**
 * HTML in which everything is escaped that was not written here: texts of models, names of files, messages of worlds.
 *
 * @module
 */
import { printable } from '../../envs/printable.ts';
import { escapedMarkup } from '../tables/escaped_markup.ts';

/** A piece of HTML that is safe as it is. Only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | null | readonly HtmlValue[];

/** Fills values into a template: text is escaped, HTML stays, lists are strung together, null is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, at) => (at === 0 ? part : `${textOf(values[at - 1] ?? null)}${part}`)).join(''));
}

function textOf(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapedMarkup(visible(String(value)));
}

/** ASCII's control characters but tab and line feed as their pictures, other unseen ones as escapes, and halves of a pair as the replacement character. */
export function visible(text: string): string {
  return printable(
    text
      .toWellFormed()
      .replace(/[\0-\x08\x0b-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0))),
  );
}

/**
 * A value as JavaScript that may stand in a script of its own or within a page. It is read as JSON, since an object written out
 * would take its key `__proto__` for its prototype.
 */
export function scriptValue(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\\']/g, '\\$&');
  return `JSON.parse('${text}')`.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A path of the report as the address of a link: what means something in an address is escaped. */
export function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
