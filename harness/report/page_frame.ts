/**
 * What every page of the report has around its content.
 *
 * Pages open from the file system as they do from a server. They ask for nothing from outside, and a policy forbids it: scripts
 * and styles are the report's own files, and no script within a page is carried out.
 *
 * @module
 */
import { type Html, html } from './escaped_html.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file:",
  "img-src 'self' file: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export type Page = {
  readonly title: string;
  /** Which content it has, for style and script. */
  readonly kind: 'overview' | 'episode' | 'pair';
  /** The way up to the report's folder, such as `../../`; empty for a page that lies in it. */
  readonly root: string;
  /** Files that are loaded after the common script, in order, as addresses. */
  readonly scripts: readonly string[];
  readonly header: Html;
  readonly main: Html;
  /** Keys of this page, and what each does. */
  readonly keys: readonly (readonly [key: string, what: string])[];
  /** Told to the page's script. */
  readonly path?: string;
};

export function framed({ title, kind, root, scripts, header, main, keys, path = '' }: Page): string {
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
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}report.css">
${['report.js', ...scripts].map((file) => html`<script defer src="${file.startsWith('./') ? file : `${root}${file}`}"></script>\n`)}</head>
${body}
</html>`.text
  }\n`;
}

/** A table that scrolls by itself where the page is too narrow. */
export function scrolling(label: string, content: Html): Html {
  return html`<div class="scrolls" role="region" aria-label="${label}" tabindex="0">
${content}
</div>`;
}
