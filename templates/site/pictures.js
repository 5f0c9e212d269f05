// What the worker does with pictures in the place of Pillow.

/** The bytes of filtered rows of a PNG: `stride` of a row, `pixel` of a whole pixel. Each row begins with its filter. */
export function unfiltered(rows, stride, pixel) {
  const buffer = rows.getBuffer("u8"), from = buffer.data, made = new Uint8Array((from.length / (stride + 1)) * stride);
  for (let read = 0, place = 0; place < made.length; read += stride + 1, place += stride) {
    const filter = from[read];
    for (let at = 0; at < stride; at++) {
      const left = at < pixel ? 0 : made[place + at - pixel], up = place ? made[place - stride + at] : 0;
      const corner = at < pixel || !place ? 0 : made[place - stride + at - pixel];
      made[place + at] = from[read + 1 + at] + guess(filter, left, up, corner);
    }
  }
  buffer.release();
  return made;
}

function guess(filter, left, up, corner) {
  if (filter < 3) return filter === 0 ? 0 : filter === 1 ? left : up;
  if (filter === 3) return (left + up) >> 1;
  const all = left + up - corner, across = Math.abs(all - left), down = Math.abs(all - up), both = Math.abs(all - corner);
  return across <= down && across <= both ? left : down <= both ? up : corner;
}

/** A picture with other pixels: upright and in the colours of the screen, as browsers decode them, or in grey. */
export async function remade(content, { kind, size: [width, height], clear, grey }) {
  const picture = await createImageBitmap(new Blob([content]));
  const canvas = new OffscreenCanvas(width, height), brush = canvas.getContext("2d", { alpha: clear });
  brush.imageSmoothingQuality = "high";
  brush.drawImage(picture, 0, 0, width, height);
  picture.close();
  if (grey) {
    const seen = brush.getImageData(0, 0, width, height), dots = seen.data;
    for (let at = 0; at < dots.length; at += 4) {
      dots[at] = dots[at + 1] = dots[at + 2] = Math.round(0.299 * dots[at] + 0.587 * dots[at + 1] + 0.114 * dots[at + 2]);
    }
    brush.putImageData(seen, 0, 0);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: kind, quality: 0.92 })).arrayBuffer());
}
