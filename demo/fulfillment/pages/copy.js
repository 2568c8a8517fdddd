/** The copy buttons of the end user's page. A button says that it copied only when it did. */

/** Long enough to be read. */
const SAID_MS = 4_000;

/** Selected text stays selected, so that the reader can copy it where a program may not. */
function copySelected(element) {
  getSelection()?.selectAllChildren(element);
  return document.execCommand("copy");
}

/** The clipboard needs HTTPS or this machine; on a phone in the local network the older way works. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent.trim());
    return true;
  } catch {
    return copySelected(element);
  }
}

const said = document.getElementById("said");

for (const button of document.querySelectorAll("[data-copy]")) {
  const name = button.textContent;
  let timer;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copy(document.getElementById(button.dataset.copy));
    button.textContent = done ? button.dataset.copied : name;
    said.textContent = done ? button.dataset.copied : button.dataset.failed;
    said.classList.toggle("failed", !done);
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = name;
      if (done) said.textContent = "";
    }, SAID_MS);
  });
}
