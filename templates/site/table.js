// A CSV file as rows of cells and back, with the separator that it has.

/** The separator of a CSV file: of comma and semicolon, the one its first line has more of. */
export const separator = (text) => {
  const first = text.split("\n", 1)[0];
  return first.split(";").length > first.split(",").length ? ";" : ",";
};

/** The cells of each row. Cells may be quoted; a quotation mark in them is doubled. */
export function rows(text) {
  const by = separator(text), found = [];
  let row = [], cell = "", quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (sign === '"' && !cell) quoted = true;
    else if (sign === by) row.push(cell), (cell = "");
    else if (sign === "\n") row.push(cell), found.push(row), (row = []), (cell = "");
    else if (sign !== "\r") cell += sign;
  }
  if (cell || row.length) found.push([...row, cell]);
  return found;
}

/** The text of those rows. */
export function csv(table, by = ",") {
  const written = (cell) => (cell.includes(by) || /["\n]/.test(cell) || /^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return table.map((row) => row.map(written).join(by)).join("\n") + "\n";
}
