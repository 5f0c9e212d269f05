// The replay page: unpack the tables of all steps and step through them.
(async () => {
  const $ = id => document.getElementById(id), items = [...document.querySelectorAll('.log > li')];
  const packed = Uint8Array.from(atob($('packed').textContent), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const { parts, steps, rounds, pictures } = JSON.parse(await new Response(stream).text());
  // The pictures of the page have no address but those that the browser gives them here.
  const address = {};
  for (const [name, drawing] of Object.entries(pictures))
    address[name] = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
  const led = part => part.replace(/"\/faces\/[\w-]+\/([^"]+)"/g, (_, name) => `"${address[name]}"`);
  const last = steps.length - 1;
  let now = -1;
  const roundOf = n => rounds.filter(start => start <= n).length - 1;
  const show = (n, noted = true) => {
    n = Math.max(0, Math.min(last, n));
    if (n === now) return;
    if (now >= 0) items[now].classList.remove('now');
    now = n;
    items[n].classList.add('now');
    $('table').innerHTML = steps[n].map(part => led(parts[part])).join('');
    const told = [...items[n].childNodes].filter(node => !node.classList?.contains('table'));
    $('told').replaceChildren(...told.map(node => node.cloneNode(true)));
    for (const odds of $('told').querySelectorAll('details')) odds.open = true;
    $('at').textContent = `${n} of ${last}`;
    $('slide').value = n;
    $('round').selectedIndex = roundOf(n);
    if (noted) history.replaceState(null, '', `#at-${n}`);
  };
  // To the beginning of the next round, or of this one or, if that is shown, of the one before.
  const walk = way => {
    const here = roundOf(now), to = way > 0 || rounds[here] === now ? here + way : here;
    show(rounds[to] ?? (way < 0 ? 0 : last));
  };
  const keys = {
    ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1), PageDown: () => walk(1),
    PageUp: () => walk(-1), Home: () => show(0), End: () => show(last),
  };
  addEventListener('keydown', event => {
    if (event.target.matches('input, select') || event.ctrlKey || event.altKey || event.metaKey) return;
    if (Object.hasOwn(keys, event.key)) { event.preventDefault(); keys[event.key](); }
  });
  for (const [id, key] of [['first', 'Home'], ['back', 'ArrowLeft'], ['next', 'ArrowRight'], ['last', 'End']])
    $(id).addEventListener('click', keys[key]);
  $('slide').max = last;
  $('slide').addEventListener('input', () => show(+$('slide').value));
  $('round').hidden = !rounds.length;
  $('round').addEventListener('change', () => show(rounds[$('round').selectedIndex]));
  document.querySelector('.log').addEventListener('click', event => {
    const link = event.target.closest('h3 a');
    if (link) { event.preventDefault(); show(+link.textContent); $('viewer').scrollIntoView(); }
  });
  const asked = () => +(/^#(?:at|step)-(\d+)$/.exec(location.hash)?.[1] ?? 0);
  addEventListener('hashchange', () => show(asked(), false));
  $('viewer').hidden = false;
  show(asked(), false);
  document.documentElement.dataset.ready = '1';
})();
