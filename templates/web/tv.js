// The television: it hears of changes, fetches its picture anew, and patches what is different.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id), live = () => byId("live");
  const SILENCE = 8000; // ms without a word from the table before the picture says so
  let heard = Date.now(), asking = false, stale = false;

  async function refresh() {
    if (asking) return void (stale = true);
    asking = true;
    try {
      do {
        stale = false;
        const answer = await fetch(live().dataset.path, { signal: AbortSignal.timeout(SILENCE) });
        const text = await answer.text();
        if (answer.status >= 400 && answer.status < 500) return location.reload();
        if (!answer.ok) return;
        heard = Date.now();
        if (!text.includes(`data-n="${live().dataset.n}"`))
          await htmx.swap({ sourceElement: live(), text, target: live(), select: "#live", swap: "outerMorph" });
      } while (stale);
    } catch { /* the veil says so */ } finally { asking = false; }
  }

  const stream = () => {
    const news = new EventSource(`/t/${live().dataset.table}/news?n=${encodeURIComponent(live().dataset.n)}`);
    news.onopen = () => { lost = 0; refresh(); };
    news.onerror = () => { lost ||= Date.now(); if (news.readyState === EventSource.CLOSED) setTimeout(stream, 2000); };
    news.addEventListener("news", (event) => event.data !== live().dataset.n && refresh());
  };

  // A lost connection is a veil with the seconds, so that nobody plays on by an old picture.
  let lost = 0;
  setInterval(() => {
    const seconds = lost ? Math.round((Date.now() - lost) / 1000) : 0;
    byId("lost").hidden = seconds < 4;
    byId("lost").textContent = `Reconnecting … ${seconds} s`;
  }, 500);
  stream();
})();
