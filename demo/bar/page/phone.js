/** The dialog that opens the demo for a phone in the local network, and shows where. */

const SVG = "http://www.w3.org/2000/svg";
/** Modules of white around a QR code. */
const QUIET = 4;

const make = (tag, props = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), props);
  made.append(...children);
  return made;
};

/** The longest address that a phone reads from a screen, as the server has it: a logo makes a brand's longer. */
const PAGE_CHARS_MAX = 1_500;

/** This page, without what is the presenter's. */
function pageHere() {
  const url = new URL(location.href);
  for (const name of ["tour", "present"]) url.searchParams.delete(name);
  if (url.href.length > PAGE_CHARS_MAX) url.hash = "";
  return url.pathname + url.search + url.hash;
}

async function ask(change) {
  const body = JSON.stringify({ page: pageHere(), ...change });
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/demo/phone", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`the demo answers ${answer.status}`);
  return answer.json();
}

export function drawn({ size, path }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code of the address below");
  const modules = document.createElementNS(SVG, "path");
  modules.setAttribute("d", path);
  svg.append(modules);
  return svg;
}

/** @param button of the bar, which says whether the demo is open */
export async function show(button) {
  const state = await ask();
  const flip = make("input", { type: "checkbox", role: "switch" });
  const network = make("select", { id: "demo-network" });
  network.append(...state.networks.map((address) => new Option(address)));
  const [about, shown] = [make("p"), make("div", { role: "status" })];
  const close = make("button", { type: "button", textContent: "Close", className: "demo-main" });
  const title = make("h2", { id: "demo-phone-title", textContent: "On a phone" });
  const dialog = make("dialog", { className: "demo-phone", lang: "en", dir: "ltr" }, title, about);
  dialog.setAttribute("aria-labelledby", title.id);

  function update({ networks, port, isOpen, isPublic, qr }) {
    const at = `${network.value}${port ? `, port ${port}` : ""}`;
    if (isPublic) about.textContent = "This page, at its public address.";
    else if (networks.length === 0)
      about.textContent =
        "This machine has no address in a local network. Connect it to the phone's network and open this again.";
    else
      about.textContent = `The switch opens the shop, the brands' pages and the portal's gifts at ${at}. While it is on, everybody in that network can open them, and get invented rewards. Portal, care desk, Pull the plug, mailbox and control stay on this machine. Switching off, Start over and the end of the demo close it.`;
    flip.checked = isOpen;
    network.disabled = isOpen;
    button.textContent = isOpen ? "On a phone: open" : "On a phone";
    shown.replaceChildren(
      ...(qr ? [drawn(qr), make("a", { href: qr.address, textContent: qr.address.split("#")[0] })] : []),
    );
  }
  flip.addEventListener("change", async () => {
    try {
      update(await ask({ on: flip.checked, network: network.value }));
    } catch {
      flip.checked = !flip.checked;
      about.textContent =
        "This did not work: the machine's network may have changed. Close this and open it again.";
    }
  });
  network.addEventListener("change", () => update({ ...state, isOpen: false }));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());

  if (!state.isPublic && state.networks.length > 0) {
    if (state.networks.length > 1)
      dialog.append(make("p", {}, make("label", { htmlFor: network.id, textContent: "Address " }), network));
    dialog.append(make("label", {}, flip, " Open this demo in the local network"));
  }
  dialog.append(shown, close);
  if (state.network) network.value = state.network;
  update(state);
  document.body.append(dialog);
  dialog.showModal();
}
