// A photograph in place of taps: made small here, read by the table's own server, shown with outlines, and entered
// only when its reader agrees. A tap on an outline corrects it.
"use strict";
(() => {
  const PIXELS = 3e6;
  const byId = (id) => document.getElementById(id);
  const made = (name, known, ...children) => {
    const one = Object.assign(document.createElement(name), known);
    one.append(...children);
    return one;
  };
  let seen = null, facet = null; // what the photograph shows, and the keyboard that it is for

  // The picture upright and small; drawing it anew leaves out where and when it was taken.
  async function shrunk(file) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, Math.sqrt(PIXELS / (picture.width * picture.height)));
    const canvas = made("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas;
  }

  const keys = () => [...facet.querySelectorAll(".key")];
  const face = (code) => keys().find((key) => key.dataset.key === code)?.querySelector("img");

  document.addEventListener("change", async (event) => {
    const input = event.target.closest("[data-camera]");
    if (!input?.files.length) return;
    facet = input.closest("[data-facet]");
    const file = input.files[0], dialog = sheet();
    input.value = "";
    say("Reading the photograph …");
    try {
      const canvas = await shrunk(file);
      byId("photo-picture").replaceChildren(canvas);
      const body = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
      const like = new URLSearchParams(keys().map((key) => ["like", key.dataset.key]));
      const token = byId("choose").elements.form_token.value;
      const answer = await fetch(`${byId("live").dataset.path}/photograph?${like}`, { method: "POST", body, headers: { "X-Form-Token": token } });
      seen = await answer.json();
    } catch {
      seen = { problem: "This picture could not be read. Take it again, or tap what is there." };
    }
    if (!dialog.open) return;
    if (seen.problem) return say(seen.problem);
    outline();
  });

  function sheet() {
    byId("photo")?.remove();
    seen = null;
    const again = made("button", { type: "button", textContent: "Do not use it", onclick: () => dialog.close() });
    const use = made("button", { type: "button", id: "photo-use", className: "main", textContent: "Use it", disabled: true, onclick: take });
    const dialog = made("dialog", { id: "photo", className: "sheet" },
      made("h2", { textContent: "What the photograph shows" }),
      made("div", { id: "photo-picture" }),
      made("p", { id: "photo-say", role: "status" }),
      made("div", { id: "photo-faces", className: "keys" }),
      made("div", { className: "row" }, again, use));
    dialog.setAttribute("aria-label", "What the photograph shows");
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
    return dialog;
  }

  const say = (text) => byId("photo-say") && (byId("photo-say").textContent = text);

  // Read: a full line. A question: broken. Face down or not to be entered: thin.
  function outline() {
    const canvas = byId("photo-picture").querySelector("canvas"), space = "http://www.w3.org/2000/svg";
    byId("photo-picture").querySelector("svg")?.remove();
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
    seen.pieces.forEach((piece, number) => {
      const counts = seen.order.includes(number), shape = document.createElementNS(space, "polygon");
      const corners = piece.outline.map(([x, y]) => [x * canvas.width, y * canvas.height]);
      shape.setAttribute("points", corners.map((corner) => corner.join()).join(" "));
      shape.setAttribute("class", !counts ? "back" : piece.code ? "read" : "ask");
      svg.append(shape);
      if (!counts) return;
      for (const [name, value] of Object.entries({ tabindex: "0", role: "button", "aria-label": piece.code || "Which piece is this?" })) shape.setAttribute(name, value);
      shape.addEventListener("click", () => correct(number));
      shape.addEventListener("keydown", (event) => event.key === "Enter" && correct(number));
    });
    byId("photo-picture").append(svg);
    const codes = seen.order.map((number) => seen.pieces[number].code), unsure = codes.filter((code) => !code).length;
    byId("photo-faces").replaceChildren(...codes.map((code, at) => made("button", { type: "button", className: "key", ariaLabel: code || "Which piece is this?", onclick: () => correct(seen.order[at]) }, face(code)?.cloneNode() ?? made("b", { textContent: code || "?" }))));
    byId("photo-use").disabled = unsure > 0;
    byId("photo-use").textContent = unsure ? `${unsure} still a question` : `Enter these ${codes.length}`;
    say(unsure ? "Tap what has a broken line, and say what it is." : "Is that right? Tap a piece to correct it.");
  }

  // The likeliest faces first, then all others.
  function correct(number) {
    const piece = seen.pieces[number], likely = piece.maybe.filter((code) => face(code));
    const codes = [...likely, ...keys().map((key) => key.dataset.key).filter((code) => !likely.includes(code))];
    const none = made("button", { type: "button", className: "key", onclick: () => { seen.order = seen.order.filter((one) => one !== number); outline(); } }, "Not a piece");
    byId("photo-faces").replaceChildren(none, ...codes.map((code) => made("button", { type: "button", className: "key", ariaLabel: code, onclick: () => { piece.code = code; outline(); } }, face(code)?.cloneNode() ?? code)));
    say("Which piece is it? The likeliest come first.");
    [...byId("photo-picture").querySelectorAll("polygon")].forEach((shape, at) => shape.classList.toggle("chosen", at === number));
    byId("photo-faces").children[1]?.focus();
  }

  function take() {
    const codes = seen.order.map((number) => seen.pieces[number].code);
    byId("photo").close();
    window.starbox.choice.enter(facet, (entered) => entered.push(...codes));
  }
})();
