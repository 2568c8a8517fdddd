/** The button that puts the whole demo back to its beginning: orders, codes, mails, points, stock and clock. */
for (const button of document.querySelectorAll("[data-start-over]"))
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await fetch("/demo/start-over", { method: "POST" }).catch(() => undefined);
    button.disabled = false;
    if (!answer?.ok) return;
    sessionStorage.clear();
    // The address may name an order that is gone.
    history.replaceState(null, "", location.pathname);
    location.reload();
  });
