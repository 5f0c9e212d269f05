// Everything that is wrong with the picture of a television, in words; nothing if it is as it should be.
() => {
  const wrong = [], edge = Math.min(innerWidth / 1920, innerHeight / 1080);
  const named = (one) => `${one.nodeName.toLowerCase()}.${one.getAttribute("class") || ""} "${(one.textContent || "").trim().slice(0, 60)}"`;
  const inside = (box, room, slack) => box.left >= room.left - slack && box.right <= room.right + slack && box.top >= room.top - slack && box.bottom <= room.bottom + slack;
  const across = (innerWidth - 1920 * edge) / 2, down = (innerHeight - 1080 * edge) / 2;
  const safe = { left: across + 48 * edge, right: innerWidth - across - 48 * edge, top: down + 27 * edge, bottom: innerHeight - down - 27 * edge };
  if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) wrong.push("the page scrolls");
  // What is left of a text that gives way with an ellipsis.
  const shown = (box, holder) => {
    let { left, right, top, bottom } = box;
    for (let room = holder; room; room = room.parentElement)
      if (room instanceof HTMLElement && getComputedStyle(room).overflow !== "visible") {
        const clip = room.getBoundingClientRect();
        [left, right, top, bottom] = [Math.max(left, clip.left), Math.min(right, clip.right), Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
    return { left, right, top, bottom };
  };
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, holder = node.parentElement;
    if (!node.data.trim() || holder.closest("[hidden]") || getComputedStyle(holder).visibility === "hidden") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const svg = holder.closest("svg text");
    const scale = svg ? Math.abs(svg.getScreenCTM().a) : 1;
    const size = parseFloat(getComputedStyle(holder).fontSize) * scale;
    if (size < 22 * edge - 0.3) wrong.push(`${size.toFixed(1)} px: ${named(holder)}`);
    const boxes = svg ? [svg.getBoundingClientRect()] : [...range.getClientRects()];
    for (const box of boxes) {
      if (!inside(shown(box, holder), safe, 1)) wrong.push(`outside the picture: ${named(holder)}`);
      for (let room = holder; room; room = room.parentElement)
        if (room.matches("section, li, header, footer, footer ol, h1, h2, p") && !inside(box, room.getBoundingClientRect(), 3 * edge)) wrong.push(`out of ${named(room)}: ${named(holder)}`);
      texts.push([shown(box, holder), holder, svg]);
    }
  }
  for (const [number, [box, holder, svg]] of texts.entries())
    for (const [other, another, drawn] of texts.slice(number + 1))
      if (holder !== another && !(svg && svg === drawn) && Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 6 * edge)
        wrong.push(`${named(holder)} lies on ${named(another)}`);
  for (const one of document.querySelectorAll("main *"))
    if (one instanceof HTMLElement && getComputedStyle(one).overflow !== "visible" && !one.matches("footer ol") && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) wrong.push(`cut off: ${named(one)}`);
  for (const room of document.querySelectorAll(".room")) {
    const whole = room.getBoundingClientRect(), rem = 16 * edge, drawn = [...room.querySelectorAll(":scope > .area")];
    const areas = drawn.map((one) => {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => one[name].baseVal.value * rem);
      return { left: whole.left + x, top: whole.top + y, right: whole.left + x + width, bottom: whole.top + y + height, width, height };
    });
    for (const box of areas) if (!inside(box, whole, 1)) wrong.push(`an area of ${Math.round(box.width)} x ${Math.round(box.height)} is outside its part`);
    const wide = Math.max(...areas.map((one) => one.right)) - Math.min(...areas.map((one) => one.left));
    const high = Math.max(...areas.map((one) => one.bottom)) - Math.min(...areas.map((one) => one.top));
    const largest = drawn.every((one) => one.style.getPropertyValue("--mm") < 1.7);
    if (!largest && wide < 0.6 * whole.width && high < 0.6 * whole.height) wrong.push(`the areas fill only ${Math.round(wide)} x ${Math.round(high)} of ${Math.round(whole.width)} x ${Math.round(whole.height)}`);
    for (const image of room.querySelectorAll("image"))
      if (!inside(image.getBoundingClientRect(), room.closest("section, li").getBoundingClientRect(), 1) && !image.closest("[clip-path]") && !image.parentElement.hasAttribute("viewBox")) wrong.push(`a piece is outside: ${image.getAttribute("data-piece")}`);
  }
  const parts = [...document.querySelectorAll("header, footer, .picture > section, .picture > ol > li")].map((one) => one.getBoundingClientRect());
  for (const [number, box] of parts.entries())
    for (const other of parts.slice(number + 1))
      if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1) wrong.push("two parts lie on each other");
  return [...new Set(wrong)];
}
