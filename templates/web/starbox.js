// A page of a table: it hears of changes, fetches itself anew, and patches what is different.
// Everything works without this script, by reloading.
"use strict";
(() => {
  let stream = null;

  const live = () => document.getElementById("live");
  const table = () => live()?.dataset.table;

  function refresh() {
    const here = live();
    if (here && window.htmx) htmx.trigger(here, "news");
  }

  function close() {
    if (stream) stream.close();
    stream = null;
  }

  function open() {
    close();
    if (!table()) return;
    stream = new EventSource(`/t/${table()}/news?n=${encodeURIComponent(live().dataset.n)}`);
    stream.addEventListener("news", (event) => {
      if (event.data !== live()?.dataset.n) refresh();
    });
  }

  // A phone that wakes has a stream that may be dead and does not know it.
  function wake() {
    if (!table()) return;
    refresh();
    open();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);

  // One polite sentence for each change of turn.
  let turn = live()?.dataset.turn;
  document.addEventListener("htmx:after:swap", () => {
    const now = live()?.dataset.turn;
    if (now && now !== turn) document.getElementById("told").textContent = now;
    turn = now;
  });

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.dataset.asks && !confirm(`${button.textContent.trim()}?`)) event.preventDefault();
  });

  document.addEventListener("DOMContentLoaded", open);
  if (document.readyState !== "loading") open();
})();
