/** The form for a new order: customer, promotion, delivery, rewards, values, and the printed message. */
import { call, Refused, readSetup } from "./calls.js";
import { byId, element, orderLink } from "./elements.js";
import { t } from "./language.js";
import { say } from "./said.js";
import { DELIVERIES, refusalText } from "./words.js";

/** Source: the token server's rule for amounts. */
const AMOUNT = /^[1-9][0-9]{0,6}$/;

/** The key of this form: however often the form is sent, it makes one order. */
let formKey;
let setup;
let isBusy = false;

/** The placeholder of the link in a sentence; no text contains this character. */
const ORDER_PLACE = "\u0000";

const form = () => byId("new-order");
const checked = (name) => form().querySelector(`[name="${name}"]:checked`)?.value;
const promotion = () => setup.promotions.find(({ id }) => id === byId("offer").value);

/** 128 bits. */
const drawKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export async function openNewOrder() {
  formKey = drawKey();
  try {
    setup = await readSetup();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say("bad", refusalText(error), () => openNewOrder());
    return;
  }
  form().reset();
  clearProblems();
  byId("customer").replaceChildren(
    ...setup.customers.map(({ name, email }) => new Option(`${name}, ${email}`, email)),
    new Option(t("someone_else"), ""),
  );
  byId("offer").replaceChildren(
    ...setup.promotions.map(({ id, name, available }) => {
      const option = new Option(available ? name : t("not_running", { name }), id);
      option.disabled = !available;
      return option;
    }),
  );
  byId("offer").value = setup.promotions.find(({ available }) => available)?.id ?? "";
  chooseCustomer();
  choosePromotion();
}

function chooseCustomer() {
  const known = setup.customers.find(({ email }) => email === byId("customer").value);
  byId("name").value = known?.name ?? "";
  byId("email").value = known?.email ?? "";
}

function choosePromotion() {
  const { deliveries = [], rewards = [], has_document = false } = promotion() ?? {};
  byId("delivery-choices").replaceChildren(
    ...deliveries.map((delivery, i) => {
      const { label, words } = DELIVERIES[delivery];
      const input = element("input", { type: "radio", name: "delivery", value: delivery });
      input.checked = i === 0;
      return element(
        "label",
        { class: "option" },
        input,
        " ",
        element("span", {}, element("strong", {}, label), " ", element("span", { class: "quiet" }, words)),
      );
    }),
  );
  byId("rewards").replaceChildren(...rewards.map(rewardOption));
  byId("reward-filter").value = "";
  byId("document").hidden = !has_document;
  showParts();
}

function rewardOption({ sku, name, in_stock, free_value, min_amount, max_amount }) {
  const about = [
    free_value && t("any_value", { min: min_amount, max: max_amount }),
    !in_stock && t("out_of_stock"),
  ]
    .filter(Boolean)
    .join(", ");
  return element(
    "label",
    { class: "option", "data-words": `${name} ${sku} ${about}`.toLowerCase() },
    element("input", { type: "checkbox", name: "sku", value: sku }),
    " ",
    element("span", {}, name, ...(about === "" ? [] : [" ", element("span", { class: "quiet" }, about)])),
  );
}

const chosenSkus = () => [...form().querySelectorAll('[name="sku"]:checked')].map(({ value }) => value);

/** Shows the parts of the form that the choices so far need. */
function showParts() {
  const isSome = checked("which") === "some";
  byId("some").hidden = !isSome;
  const chosen = isSome ? chosenSkus() : undefined;
  byId("rewards-chosen").textContent = chosen ? t("chosen", { count: chosen.length }) : "";
  const offered = (promotion()?.rewards ?? []).filter(
    ({ sku }) => chosen === undefined || chosen.includes(sku),
  );
  byId("free-value").hidden = !offered.some(({ free_value }) => free_value);
  const limit = checked("limit");
  byId("amount-field").hidden = limit === "none";
  byId("amount-label").textContent = t(limit === "amount" ? "value" : "limit");
  const words = byId("reward-filter").value.trim().toLowerCase().split(/\s+/);
  for (const option of byId("rewards").children) {
    option.hidden = !words.every((word) => option.dataset.words.includes(word));
  }
}

const describedBy = (input) => input.getAttribute("aria-describedby")?.split(" ") ?? [];

/** Shows an error at its field, and names it as the field's description for screen readers. */
function complain(input, text) {
  const id = `${input.id}-problem`;
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", [...describedBy(input), id].join(" "));
  input.closest(".field, .rewards").append(element("span", { class: "problem", id }, text));
}

function clearProblems() {
  byId("form-problem").hidden = true;
  for (const problem of form().querySelectorAll(".problem")) problem.remove();
  for (const input of form().querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    const others = describedBy(input).filter((id) => id !== `${input.id}-problem`);
    if (others.length === 0) input.removeAttribute("aria-describedby");
    else input.setAttribute("aria-describedby", others.join(" "));
  }
}

/** @returns the first invalid field, or undefined */
function check() {
  clearProblems();
  if (byId("name").value.trim() === "") complain(byId("name"), t("bad_name"));
  if (byId("email").value.trim() === "" || !byId("email").checkValidity()) {
    complain(byId("email"), t("bad_email"));
  }
  if (checked("which") === "some" && chosenSkus().length === 0) {
    complain(byId("rewards-box"), t("bad_rewards"));
  }
  if (
    !byId("free-value").hidden &&
    checked("limit") !== "none" &&
    !AMOUNT.test(byId("amount").value.trim())
  ) {
    complain(byId("amount"), t("bad_amount"));
  }
  return form().querySelector("[aria-invalid]");
}

function readForm() {
  const limit = byId("free-value").hidden ? "none" : checked("limit");
  const hasDocument = !byId("document").hidden;
  return {
    form_key: formKey,
    customer: { name: byId("name").value, email: byId("email").value },
    promotion_id: byId("offer").value,
    delivery: checked("delivery"),
    ...(checked("which") === "some" && { skus: chosenSkus() }),
    ...(limit !== "none" && { [limit]: byId("amount").value.trim() }),
    ...(hasDocument && { message: byId("message").value, sender_name: byId("sender").value }),
  };
}

async function submit(made) {
  if (isBusy) return;
  const wrong = check();
  if (wrong) {
    (wrong.id === "rewards-box" ? byId("reward-filter") : wrong).focus();
    return;
  }
  isBusy = true;
  byId("create").setAttribute("aria-disabled", "true");
  try {
    made((await call("create", readForm())).order_id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showProblem(error, made);
  } finally {
    isBusy = false;
    byId("create").removeAttribute("aria-disabled");
  }
}

function showProblem(refused, made) {
  const { code, orderId } = refused;
  const problem = byId("form-problem");
  problem.replaceChildren(refusalText(refused, "create"));
  if (code === "order_made") {
    const another = element("button", { type: "button" }, t("make_another"));
    another.addEventListener("click", () => {
      formKey = drawKey();
      submit(made);
    });
    const [before, after] = t("it_is", { order: ORDER_PLACE }).split(ORDER_PLACE);
    problem.append(` ${before}`, orderLink(orderId), `${after} `, another);
  }
  problem.hidden = false;
  // The message stands above the form, but the pressed button below it.
  problem.scrollIntoView({ block: "center" });
}

/** @param {(orderId: string) => void} made called with the number of the new order */
export function listenToNewOrder(made) {
  byId("customer").addEventListener("change", chooseCustomer);
  byId("offer").addEventListener("change", choosePromotion);
  form().addEventListener("change", showParts);
  byId("reward-filter").addEventListener("input", showParts);
  form().addEventListener("submit", (event) => {
    event.preventDefault();
    submit(made);
  });
}
