/* The overview: filters that are kept in the address, and keys that move through the episodes. */

(() => {
  const { pageKeys } = globalThis.report;
  const form = document.querySelector('form.filters');
  const status = document.querySelector('.count');
  const rows = [...document.querySelectorAll('table.episodes tbody tr')];
  /* As the rows hold them, separated by line feeds. */
  const NAMES = ['run', 'planner', 'task', 'scene', 'outcome', 'failure'];
  const values = rows.map((row) => row.dataset.v.split('\n'));
  const texts = values.map((each) => each.join(' ').toLowerCase());

  /* So many rows are shown at first, since nobody reads a thousand, and what stands below is to be found. */
  const SHOWN_MAX = 100;
  const all = document.querySelector('button.all');
  let shownMax = SHOWN_MAX;

  function wanted() {
    return new URLSearchParams(location.hash.slice(1));
  }

  function filter() {
    const params = wanted();
    const text = (params.get('text') ?? '').toLowerCase();
    let count = 0;
    for (const [at, row] of rows.entries()) {
      const fits = NAMES.every((name, field) => !params.has(name) || params.get(name) === values[at][field]);
      if (fits && texts[at].includes(text)) count += 1;
      row.hidden = !(fits && texts[at].includes(text)) || count > shownMax;
    }
    const found = count === rows.length ? `${count} episodes` : `${count} of ${rows.length} episodes`;
    status.textContent = count > shownMax ? `${found}, of which the first ${shownMax} are shown` : found;
    all.hidden = count <= shownMax;
    all.textContent = `Show all ${count}`;
  }

  /* What the address says stands in the form; an address that names a section is none of its concern. */
  function readAddress() {
    const params = wanted();
    for (const field of form.elements) if (field.name !== '') field.value = params.get(field.name) ?? '';
    filter();
  }

  function writeAddress() {
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '');
    const hash = new URLSearchParams(chosen).toString();
    history.replaceState(null, '', hash === '' ? location.pathname : `#${hash}`);
    filter();
  }

  form.addEventListener('input', writeAddress);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(writeAddress));
  addEventListener('hashchange', () => {
    readAddress();
    if (location.hash.includes('=')) document.getElementById('episodes').scrollIntoView();
  });
  all.addEventListener('click', () => {
    shownMax = rows.length;
    filter();
  });
  readAddress();

  function moveRow(by) {
    const links = rows.filter((row) => !row.hidden).map((row) => row.querySelector('a'));
    const now = links.indexOf(document.activeElement);
    links[Math.min(Math.max(now + by, 0), links.length - 1)]?.focus();
  }
  pageKeys.set('j', () => moveRow(1));
  pageKeys.set('k', () => moveRow(-1));
  pageKeys.set('/', () => form.elements.text.focus());
  pageKeys.set('x', () => form.reset());
})();
