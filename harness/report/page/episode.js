/* An episode's page fills prompts when you open them, and drawings when they come into view or you print. */

(() => {
  const { sheetOf, showPrompt, showDrawing, moveAmong, pageKeys, follow } = globalThis.report;
  const sheet = sheetOf(document.body.dataset.path);
  if (sheet === undefined) return;

  function fill(details) {
    const place = details.querySelector('.lines');
    if (place.firstChild === null) showPrompt(place, sheet, Number(details.dataset.call));
  }
  const prompts = [...document.querySelectorAll('details.prompt')];
  for (const details of prompts) details.addEventListener('toggle', () => details.open && fill(details));

  const figures = [...document.querySelectorAll('figure[data-drawing]')];
  const draw = (figure) => showDrawing(figure, sheet, Number(figure.dataset.drawing), figure.dataset.alt);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        draw(target);
        seen.unobserve(target);
      }
    },
    { rootMargin: '400px' },
  );
  for (const figure of figures) seen.observe(figure);
  addEventListener('beforeprint', () => figures.forEach(draw));

  const moments = [...document.querySelectorAll('section.moment')];
  function openPrompts() {
    const section = document.querySelector('section.moment:target') ?? moments[0];
    const within = [...section.querySelectorAll('details.prompt')];
    const isOpen = within.some(({ open }) => open);
    for (const details of within) details.open = !isOpen;
  }
  pageKeys.set('j', () => moveAmong(moments, 1));
  pageKeys.set('k', () => moveAmong(moments, -1));
  pageKeys.set('o', openPrompts);
  pageKeys.set('n', follow('next'));
  pageKeys.set('p', follow('prev'));
  pageKeys.set('u', follow('up'));

  /* A link to a call opens its prompt. */
  function openTarget() {
    const call = /^#call-\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
    const details = call?.querySelector('details.prompt') ?? null;
    if (details !== null) details.open = true;
  }
  addEventListener('hashchange', openTarget);
  openTarget();
})();
