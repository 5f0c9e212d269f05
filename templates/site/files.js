// The files that a page has made, for links to them.
let addresses = [];

/** Where a link to those bytes leads, until they are forgotten. */
export function addressOf(data, type) {
  addresses.push(URL.createObjectURL(new Blob([data], { type })));
  return addresses.at(-1);
}

/** Free them all: their links are no more. */
export function forget() {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
}

/**
 * Have a browser free what is no longer used: it does so when it is asked for much, of which nothing is ever written to.
 * Otherwise it waits until there are tens of megabytes.
 */
export function tidied() {
  try {
    new ArrayBuffer(2 ** 26);
  } catch { /* then it has just been tried */ }
}
