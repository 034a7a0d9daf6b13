/**
 * Tables of the overview whose headings sort them.
 *
 * @module
 */
import { type Html, html } from './escaped_html.ts';

/** The heading of a column that the page's script can sort by, as numbers where its class has `n`. */
export function heading(title: string, classes = ''): Html {
  return html`<th scope="col" class="${classes}" data-sort="${title.toLowerCase()}"><button type="button">${title}</button></th>`;
}

/** A name may go on in a new line behind an underscore, a slash, a plus sign or an equals sign. */
export function breakable(name: string): Html[] {
  return name.split(/(?<=[_/+=])/).map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`));
}
