/* Loads the scripts of two listed episodes and shows them side by side. */

(() => {
  const { make, sheetOf, showPrompt, showDrawing, pageKeys, follow } = globalThis.report;
  const episodes = globalThis.tapedeckEpisodes;
  const form = document.querySelector('form.filters');
  const place = document.getElementById('pair');
  const verdict = document.querySelector('.verdict');
  const [left, right] = [form.elements.left, form.elements.right];
  const byPath = new Map(episodes.map((episode) => [episode[0], episode]));

  function loadScript(path) {
    return new Promise((resolve, reject) => {
      const script = make('script', { src: `${path.split('/').map(encodeURIComponent).join('/')}.js` });
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`${path}.js cannot be read`)));
      document.head.append(script);
    });
  }

  async function load(path) {
    if (!globalThis.tapedeck?.has(path)) await loadScript(path);
    const { scene } = globalThis.tapedeck.get(path);
    if (scene !== null && !globalThis.tapedeckScenes?.has(scene)) await loadScript(scene);
    return sheetOf(path);
  }

  const option = (path, text) => make('option', { value: path }, text);
  function offerEpisodes() {
    const params = new URLSearchParams(location.hash.slice(1));
    const chosen = byPath.get(params.get('left')) ?? episodes[0];
    const sameTask = episodes.filter(([path, cell]) => cell === chosen[1] && path !== chosen[0]);
    left.value = chosen[0];
    right.replaceChildren(...sameTask.map(([path, , label]) => option(path, label)));
    const wanted = params.get('right');
    if (sameTask.some(([path]) => path === wanted)) right.value = wanted;
  }

  /** The kind of removed lines, see `KINDS` in episode_sheet.ts. */
  const REMOVED = 2;

  function texts(sheet, call) {
    const shown = sheet.calls[call];
    const prompt = shown.prompt.filter(([kind]) => kind !== REMOVED).flatMap(([, ...lines]) => lines);
    return [prompt, shown.reply].map((lines) => lines.map((line) => sheet.lines[line]).join('\n'));
  }

  /** The first difference before or in a step, or null. */
  function differenceAt(sheets, at) {
    const [a, b] = sheets.map((sheet) => sheet.steps[at]);
    const count = Math.max(a?.calls.length ?? 0, b?.calls.length ?? 0);
    for (let call = 0; call < count; call += 1) {
      if (a?.calls[call] === undefined || b?.calls[call] === undefined) return 'only one episode calls the model';
      const [one, other] = [texts(sheets[0], a.calls[call]), texts(sheets[1], b.calls[call])];
      if (one[0] !== other[0]) return 'the prompts differ';
      if (one[1] !== other[1]) return 'the replies differ';
    }
    if (a === undefined || b === undefined) return 'one episode has ended';
    if (a.action === b.action && a.ok === b.ok) return null;
    if (a.action !== b.action) return 'the actions differ';
    return a.id === 'end' ? 'only one episode succeeded' : 'the action is refused in one episode only';
  }

  function callPart(sheet, call) {
    const { purpose, reply } = sheet.calls[call];
    const lines = make('div', { class: 'lines' });
    const prompt = make('details', { class: 'prompt' }, make('summary', {}, 'Prompt'), lines);
    prompt.addEventListener('toggle', () => prompt.open && showPrompt(lines, sheet, call));
    const text = reply.map((line) => sheet.lines[line]).join('\n');
    return make(
      'details',
      {},
      make('summary', {}, `Call: ${purpose.replaceAll('_', ' ')}`),
      prompt,
      make('pre', {}, text),
    );
  }

  function sidePart(sheet, step, path) {
    if (step === undefined) return make('div', { class: 'side quiet' }, '–');
    const mark = make(
      'span',
      { class: `badge ${step.ok ? 'ok' : 'bad'}` },
      step.ok ? '✓' : step.id === 'end' ? '✗ failure' : '✗ refused',
    );
    const to = `${path.split('/').map(encodeURIComponent).join('/')}.html#${step.id}`;
    const part = make('div', { class: 'side' }, make('a', { href: to }, make('code', {}, step.action)), ' ', mark);
    part.append(make('small', {}, ` goal ${step.goal}`));
    if (step.why !== '') part.append(make('p', { class: 'why' }, step.why));
    part.append(...step.calls.map((call) => callPart(sheet, call)));
    if (step.drawing !== null) {
      const figure = make('figure', {});
      const details = make('details', {}, make('summary', {}, 'Drawing'), figure);
      details.addEventListener(
        'toggle',
        () => details.open && showDrawing(figure, sheet, step.drawing, `After ${step.action}`),
      );
      part.append(details);
    }
    return part;
  }

  function show(sheets, paths) {
    const length = Math.max(...sheets.map(({ steps }) => steps.length));
    const differences = Array.from({ length }, (_, at) => differenceAt(sheets, at));
    const first = differences.findIndex((difference) => difference !== null);
    const heads = sheets.map((sheet, side) => {
      const to = `${paths[side].split('/').map(encodeURIComponent).join('/')}.html`;
      return make(
        'div',
        { class: 'side' },
        make('a', { href: to }, sheet.title),
        make('p', { class: 'quiet' }, `End: ${sheet.end}`),
      );
    });
    const rows = differences.map((difference, at) => {
      const id = `row-${at + 1}`;
      const title = make('h2', { tabindex: '-1' }, `Action ${at + 1}`);
      if (difference !== null)
        title.append(
          ' ',
          make('span', { class: 'badge note' }, at === first ? `first difference: ${difference}` : difference),
        );
      const sides = sheets.map((sheet, side) => sidePart(sheet, sheet.steps[at], paths[side]));
      return make('section', { id, class: difference === null ? 'row' : 'row differs' }, title, ...sides);
    });
    verdict.textContent =
      first === -1
        ? `No difference in ${length} actions.`
        : `The episodes diverge at action ${first + 1}: ${differences[first]}.`;
    place.replaceChildren(make('section', { class: 'row heads' }, ...heads), ...rows);
    const move = (by) => moveTo(rows, by);
    pageKeys.set('j', () => move(1));
    pageKeys.set('k', () => move(-1));
    pageKeys.set('d', () => rows[first]?.querySelector('h2').focus());
  }

  /* The address names the episodes, so keys move the focus. */
  function moveTo(rows, by) {
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.min(Math.max(now + by, 0), rows.length - 1)]?.querySelector('h2').focus();
  }

  async function update() {
    const paths = [left.value, right.value];
    if (right.value === '') {
      place.replaceChildren();
      verdict.textContent = 'The report contains no other episode of this task.';
      return;
    }
    try {
      show(await Promise.all(paths.map(load)), paths);
    } catch (error) {
      place.replaceChildren();
      verdict.textContent = error.message;
    }
  }

  function writeAddress() {
    const hash = new URLSearchParams({ left: left.value, right: right.value });
    history.replaceState(null, '', `#${hash}`);
  }
  left.append(...episodes.map(([path, cell, label]) => option(path, `${cell}: ${label}`)));
  left.addEventListener('change', () => {
    writeAddress();
    offerEpisodes();
    writeAddress();
    update();
  });
  right.addEventListener('change', () => {
    writeAddress();
    update();
  });
  addEventListener('hashchange', () => {
    if (!location.hash.includes('=')) return;
    offerEpisodes();
    update();
  });
  pageKeys.set('u', follow('up'));
  offerEpisodes();
  update();
})();
