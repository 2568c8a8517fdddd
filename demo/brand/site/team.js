/** Many at once: one press mails a reward to each of the chosen people. */
import { post } from "./backend.js";

const byId = (id) => document.getElementById(id);
const pounds = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});
/** What each may be given in the year. */
const BUDGET = 100;
/** In this tab what each was given, until Start over. */
const GIVEN = "team given";

const draw = () => crypto.randomUUID().replaceAll("-", "");

/** @param {string[]} team the people's names; each is known by their place */
export function showTeam(spec, team) {
  byId("team").hidden = false;
  const form = byId("team-form");
  const given = JSON.parse(sessionStorage.getItem(GIVEN)) ?? team.map(() => 0);
  /** A press that failed half way is repeated with the same orders. */
  let cart = draw();

  byId("team-reward").replaceChildren(...spec.brands.map(({ name }, i) => new Option(name, i)));
  byId("people").replaceChildren(
    ...team.map((name, i) => {
      const item = document.createElement("li");
      const label = document.createElement("label");
      const box = Object.assign(document.createElement("input"), {
        type: "checkbox",
        name: "person",
        value: i,
      });
      box.checked = true;
      const left = Object.assign(document.createElement("span"), { className: "left" });
      label.append(box, ` ${name} `, left);
      item.append(label);
      return item;
    }),
  );

  const chosen = () =>
    [...form.elements.person].filter(({ checked }) => checked).map(({ value }) => Number(value));
  const limit = () => Math.max(...spec.brands[form.elements.brand.value].values.map(({ max }) => max));

  function count() {
    const amount = Number(form.elements.amount.value);
    const people = chosen();
    for (const [i, item] of [...byId("people").children].entries())
      item.querySelector(".left").textContent = `${pounds.format(BUDGET - given[i])} left`;
    const isWhole = Number.isInteger(amount) && amount >= 10 && amount <= limit();
    const isLeft = people.every((person) => given[person] + amount <= BUDGET);
    byId("team-send").disabled = people.length === 0 || !isWhole || !isLeft;
    byId("team-send").textContent = `Send ${people.length} rewards`;
    byId("team-sum").textContent =
      people.length === 0
        ? "Choose whom to thank."
        : !isWhole
          ? `Whole pounds, from ${pounds.format(10)} to ${pounds.format(limit())}.`
          : isLeft
            ? `${pounds.format(amount * people.length)} in all.`
            : "More than somebody’s budget has left.";
  }

  form.addEventListener("input", count);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { brand, amount } = form.elements;
    const people = chosen();
    byId("team-send").disabled = true;
    byId("team-said").textContent = "Sending…";
    const answer = await post("team", {
      spec,
      cart,
      brand: Number(brand.value),
      amount: amount.value,
      people,
    }).catch(() => ({ people: [] }));
    const sent = answer.people.filter(({ state }) => state === "notified");
    for (const { person } of sent) {
      given[person] += Number(amount.value);
      [...form.elements.person][person].checked = false;
    }
    sessionStorage.setItem(GIVEN, JSON.stringify(given));
    if (sent.length === people.length) cart = draw();
    byId("team-said").textContent =
      sent.length === people.length
        ? `${sent.length} mails are on their way.`
        : `${sent.length} of ${people.length} mails are on their way. Press again for the others: nobody gets two.`;
    count();
  });
  count();
}
