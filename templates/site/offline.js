// Where the browser allows it (https, or this computer), keep what was loaded for visits without a network.
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register(new URL("keeper.js", import.meta.url), { scope: new URL("./", import.meta.url).pathname })
    .then(() => navigator.serviceWorker.ready).then(({ active }) => active.postMessage("pictures"), () => {});
}
