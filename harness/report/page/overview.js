/* The address contains the overview's filters and order; keys move through the episodes. */

(() => {
  const { pageKeys } = globalThis.report;
  const form = document.querySelector('form.filters');
  const status = document.querySelector('.count');
  const episodes = document.querySelector('table.episodes');
  /* The filters, in the order of a row's values. */
  const NAMES = ['run', 'planner', 'task', 'scene', 'outcome', 'failure'];
  const entries = [...episodes.tBodies[0].rows].map((row) => {
    const values = row.dataset.v.split('\n');
    return { row, values, text: values.join(' ').toLowerCase() };
  });
  const inOrder = new Map(entries.map((entry) => [entry.row, entry]));

  /* Initial number of rows, so that you find the sections below. */
  const SHOWN_MAX = 100;
  const all = document.querySelector('button.all');
  let shownMax = SHOWN_MAX;
  /* `steps`, `-steps` for descending order, or empty for the order of the runs. */
  let order = '';

  function addressParams() {
    return new URLSearchParams(location.hash.slice(1));
  }

  function filter() {
    const params = addressParams();
    const text = (params.get('text') ?? '').toLowerCase();
    let count = 0;
    for (const row of episodes.tBodies[0].rows) {
      const entry = inOrder.get(row);
      const fits =
        entry.text.includes(text) &&
        NAMES.every((name, field) => !params.has(name) || params.get(name) === entry.values[field]);
      if (fits) count += 1;
      row.hidden = !fits || count > shownMax;
    }
    const whole = `${entries.length} ${entries.length === 1 ? 'episode' : 'episodes'}`;
    const found = count === entries.length ? whole : `${count} of ${whole}`;
    status.textContent = count > shownMax ? `${found} (first ${shownMax} shown)` : found;
    all.hidden = count <= shownMax;
    all.textContent = `Show all ${count}`;
  }

  /* In a numeric column, cells without a number come last. */
  function compareTexts(isNumber, one, other) {
    if (!isNumber) return one.localeCompare(other, 'en', { numeric: true });
    const [left, right] = [one, other].map((text) => Number.parseFloat(text));
    return Number.isNaN(left) - Number.isNaN(right) || left - right || 0;
  }

  function sort(table, rows, by) {
    const isDown = by.startsWith('-');
    const heads = [...table.tHead.rows[0].cells];
    const column = heads.findIndex((head) => head.dataset.sort === by.replace('-', ''));
    for (const [at, head] of heads.entries()) {
      if (at === column) head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    const texts = new Map(rows.map((row) => [row, row.cells[column]?.textContent.trim() ?? '']));
    const isNumber = heads[column]?.classList.contains('n') ?? false;
    const sorted = column === -1 ? rows : rows.toSorted((a, b) => compareTexts(isNumber, texts.get(a), texts.get(b)));
    table.tBodies[0].append(...(isDown ? sorted.toReversed() : sorted));
  }

  function sortEpisodes() {
    sort(
      episodes,
      entries.map(({ row }) => row),
      order,
    );
  }

  for (const table of document.querySelectorAll('table.sorts')) {
    const rows = [...table.tBodies[0].rows];
    let tableOrder = '';
    for (const head of table.tHead.rows[0].cells) {
      head.querySelector('button').addEventListener('click', () => {
        const name = head.dataset.sort;
        const now = table === episodes ? order : tableOrder;
        const next = now === name ? `-${name}` : name;
        if (table === episodes) {
          order = next;
          writeAddress();
        } else {
          tableOrder = next;
          sort(table, rows, tableOrder);
        }
      });
    }
  }

  /* The address of a section does not set filters. */
  function readAddress() {
    const params = addressParams();
    for (const field of form.elements) if (field.name !== '') field.value = params.get(field.name) ?? '';
    order = params.get('sort') ?? '';
    sortEpisodes();
    filter();
  }

  function writeAddress() {
    const chosen = [...new FormData(form), ['sort', order]].filter(([, value]) => value !== '');
    const hash = new URLSearchParams(chosen).toString();
    history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`);
    sortEpisodes();
    filter();
  }

  form.addEventListener('input', writeAddress);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    order = '';
    setTimeout(writeAddress);
  });
  addEventListener('hashchange', () => {
    readAddress();
    if (location.hash.includes('=')) document.getElementById('episodes').scrollIntoView();
  });
  all.addEventListener('click', () => {
    shownMax = entries.length;
    filter();
  });
  readAddress();

  function moveRow(by) {
    const shown = [...episodes.tBodies[0].rows].filter((row) => !row.hidden);
    const links = shown.map((row) => row.querySelector('a'));
    const now = links.indexOf(document.activeElement);
    links[Math.min(Math.max(now + by, 0), links.length - 1)]?.focus();
  }
  pageKeys.set('j', () => moveRow(1));
  pageKeys.set('k', () => moveRow(-1));
  pageKeys.set('/', () => form.elements.text.focus());
  pageKeys.set('x', () => form.reset());
})();
