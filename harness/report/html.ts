import { printable } from '../../envs/printable.ts';
import { escapedMarkup } from '../tables/escaped_markup.ts';

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | null | readonly HtmlValue[];

export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, at) => (at === 0 ? part : `${textOf(values[at - 1] ?? null)}${part}`)).join(''));
}

function textOf(value: HtmlValue): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapedMarkup(makeVisible(String(value)));
}

export function makeVisible(text: string): string {
  return printable(
    text
      .toWellFormed()
      .replace(/[\0-\x08\x0b-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0))),
  );
}

/** In an object literal, `__proto__` would set the prototype. */
export function scriptValue(value: unknown): string {
  const text = JSON.stringify(value).replace(/[\\']/g, '\\$&');
  return `JSON.parse('${text}')`.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Titles → classes; the page sorts columns of class `n` as numbers. */
export function headings(columns: Readonly<Record<string, string>>): Html {
  const heads = Object.entries(columns).map(
    ([title, classes]) =>
      html`<th scope="col" class="${classes}" data-sort="${title.toLowerCase()}"><button type="button">${title}</button></th>`,
  );
  return html`<thead><tr>${heads}</tr></thead>`;
}

export function withBreaks(name: string): Html[] {
  return name.split(/(?<=[_/+=])/).map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`));
}

export function badge(isGood: boolean, text: string): Html {
  return html`<span class="badge ${isGood ? 'ok' : 'bad'}">${text}</span>`;
}

export function list(lines: readonly string[], name?: string): Html | null {
  if (lines.length === 0) return null;
  return html`<ul${name === undefined ? null : html` class="${name}"`}>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

export function scrollBox(label: string, content: Html): Html {
  return html`<div class="scrolls" role="region" aria-label="${label}" tabindex="0">
${content}
</div>`;
}

/** Pages may come from the file system. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file:",
  "img-src 'self' file: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export type Page = Readonly<{ kind: 'overview' | 'episode' | 'pair'; title: string; root: string; path?: string }> &
  Readonly<{ scripts: readonly string[]; header: Html; main: Html }> &
  Readonly<{ keys: readonly (readonly [key: string, what: string])[] }>;

export function framePage({ title, kind, root, scripts, header, main, keys, path = '' }: Page): string {
  const body = html`<body class="${kind}" data-root="${root}" data-path="${path}">
<a class="skip" href="#main">Skip to content</a>
<header>
${header}
<button type="button" class="keys" data-opens="keys">Keys</button>
</header>
<main id="main" tabindex="-1">
${main}
</main>
<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<dl>${[...keys, ['?', 'this list'] as const].map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
<form method="dialog"><button>Close</button></form>
</dialog>
</body>`;
  const head = html`<link rel="stylesheet" href="${root}report.css">
${['report.js', ...scripts].map((file) => html`<script defer src="${file.startsWith('./') ? file : `${root}${file}`}"></script>\n`)}`;
  return wholePage({ title, policy: POLICY, head, body });
}

export function wholePage({
  title,
  policy,
  head,
  body,
}: Record<'title' | 'policy' | 'head' | 'body', HtmlValue>): string {
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} – Tapedeck</title>
<link rel="icon" href="data:,">
${head}</head>
${body}
</html>`.text
  }\n`;
}
