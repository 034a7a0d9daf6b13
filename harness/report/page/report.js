/* Keys, prompts and drawings of all pages. External content is set as text. */
globalThis.report = (() => {
  /** Children are elements or texts. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** An episode's data, with the lines of its scene before its own; undefined while either is not loaded. */
  function sheetOf(path) {
    const sheet = globalThis.tapedeck?.get(path);
    if (sheet === undefined || sheet.scene === null) return sheet;
    const shared = globalThis.tapedeckScenes?.get(sheet.scene);
    if (shared === undefined) return undefined;
    sheet.lines = shared.concat(sheet.lines);
    sheet.scene = null;
    return sheet;
  }

  const LINE_TAGS = ['span', 'ins', 'del', 'b'];
  const LINE_MARKS = ['', '+ ', '− ', ''];

  /** Marks new and removed lines. */
  function showPrompt(place, sheet, call) {
    const lines = sheet.calls[call].prompt.flatMap(([kind, ...numbers]) =>
      numbers.map((number) => make(LINE_TAGS[kind], {}, LINE_MARKS[kind] + sheet.lines[number], '\n')),
    );
    place.replaceChildren(make('pre', {}, ...lines));
  }

  /** As an image, a drawing runs and loads nothing. */
  function showDrawing(figure, sheet, number, alt) {
    if (figure.firstChild !== null) return;
    const svg = sheet.drawings[number].map((line) => sheet.lines[line]).join('\n');
    const [, width = '4', height = '3'] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const description = /<desc[^>]*>([^<]*)<\/desc>/.exec(svg)?.[1] ?? '';
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const image = make('img', { src, alt: description === '' ? alt : `${alt}. ${description}`, width, height });
    const button = make('button', { type: 'button', class: 'enlarge', 'aria-label': `Enlarge: ${alt}` }, image);
    button.addEventListener('click', () => enlarge(src, alt));
    figure.classList.add('scrolls');
    figure.append(button);
  }

  /** In full size; the dialog scrolls. */
  function enlarge(src, alt) {
    const close = make('button', {}, 'Close');
    const dialog = make('dialog', { class: 'large', 'aria-label': alt }, make('form', { method: 'dialog' }, close));
    dialog.append(
      make('div', { class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': alt }, make('img', { src, alt })),
    );
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  /** Moves to the next (1) or previous (-1) element after the one in the address. */
  function moveAmong(elements, by) {
    const now = elements.findIndex((element) => `#${element.id}` === location.hash);
    const next = elements[Math.min(Math.max(now + by, 0), elements.length - 1)];
    if (next === undefined) return;
    location.hash = next.id;
    next.querySelector('h2 a')?.focus({ preventScroll: true });
  }

  /** Key → action. */
  const pageKeys = new Map([['?', () => document.getElementById('keys').showModal()]]);

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    const run = pageKeys.get(event.key);
    if (run === undefined) return;
    event.preventDefault();
    run();
  });

  for (const button of document.querySelectorAll('button[data-opens]')) {
    button.addEventListener('click', () => document.getElementById(button.dataset.opens).showModal());
  }

  /** Follows a link of the header, if there is one. */
  function follow(rel) {
    return () => document.querySelector(`header a[rel="${rel}"]`)?.click();
  }

  return { make, sheetOf, showPrompt, showDrawing, moveAmong, pageKeys, follow };
})();
