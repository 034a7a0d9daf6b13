/* What the pages of a report share: keys, prompts, drawings. Everything that comes from outside is set as text. */
globalThis.report = (() => {
  /** Makes an element; children are elements or texts. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** What lies beside an episode's page, with the lines of its scene before its own; undefined where either is not loaded. */
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

  /** Fills a place with the lines of a prompt, those marked that are new or gone. */
  function showPrompt(place, sheet, call) {
    const lines = sheet.calls[call].prompt.flatMap(([kind, ...numbers]) =>
      numbers.map((number) => make(LINE_TAGS[kind], {}, LINE_MARKS[kind] + sheet.lines[number], '\n')),
    );
    place.replaceChildren(make('pre', {}, ...lines));
  }

  /** Fills a figure with a drawing. As a picture it can carry out nothing and load nothing. */
  function showDrawing(figure, sheet, number, alt) {
    if (figure.firstChild !== null) return;
    const svg = sheet.drawings[number].map((line) => sheet.lines[line]).join('\n');
    const [, width = '4', height = '3'] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const said = /<desc[^>]*>([^<]*)<\/desc>/.exec(svg)?.[1] ?? '';
    const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const image = make('img', { src, alt: said === '' ? alt : `${alt}. ${said}`, width, height });
    const button = make('button', { type: 'button', class: 'enlarge', 'aria-label': `Enlarge: ${alt}` }, image);
    button.addEventListener('click', () => enlarge(src, alt));
    figure.classList.add('scrolls');
    figure.append(button);
  }

  /** Shows a drawing as large as it is in a dialog, which scrolls where the window is smaller. */
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

  /** Moves to the next (1) or the last (-1) of some elements, from the one that is named in the address. */
  function moveAmong(elements, by) {
    const now = elements.findIndex((element) => `#${element.id}` === location.hash);
    const next = elements[Math.min(Math.max(now + by, 0), elements.length - 1)];
    if (next === undefined) return;
    location.hash = next.id;
    next.querySelector('h2 a')?.focus({ preventScroll: true });
  }

  /** Keys of this page: key → what it does. */
  const pageKeys = new Map([['?', () => document.getElementById('keys').showModal()]]);

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
    const carryOut = pageKeys.get(event.key);
    if (carryOut === undefined) return;
    event.preventDefault();
    carryOut();
  });

  for (const button of document.querySelectorAll('button[data-opens]')) {
    button.addEventListener('click', () => document.getElementById(button.dataset.opens).showModal());
  }

  /** Follows a link of the header, where it is there. */
  function follow(rel) {
    return () => document.querySelector(`header a[rel="${rel}"]`)?.click();
  }

  return { make, sheetOf, showPrompt, showDrawing, moveAmong, pageKeys, follow };
})();
