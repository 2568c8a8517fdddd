/** Many at once: one press mails a reward to each of the chosen people. */
import { post } from "./backend.js";
import { drawCart } from "./order.js";

const byId = (id) => document.getElementById(id);
const pounds = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});
/** What each may be given in the year. */
const BUDGET = 100;
/** What each was given, until Start over. */
const GIVEN = "team given";
const BEGUN = "team begun";
/** The least that a reward of the set can be worth, and what is in the field first. */
const LEAST = 10;

/** @param {string[]} team the people's names; each is known by their place */
export function showTeam(spec, team) {
  const form = byId("team-form");
  const given = JSON.parse(localStorage.getItem(GIVEN)) ?? team.map(() => 0);
  /** What was begun and did not reach everybody: it is repeated with the same orders, also after a reload. */
  let begun = JSON.parse(localStorage.getItem(BEGUN));

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
      box.checked = given[i] === 0;
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
    const isWhole = Number.isInteger(amount) && amount >= LEAST && amount <= limit();
    const isLeft = people.every((person) => given[person] + amount <= BUDGET);
    byId("team-send").disabled = people.length === 0 || !isWhole || !isLeft;
    byId("team-send").textContent = `Send ${people.length} rewards`;
    byId("team-sum").textContent =
      people.length === 0
        ? "Choose whom to thank."
        : !isWhole
          ? `Whole pounds, from ${pounds.format(LEAST)} to ${pounds.format(limit())}.`
          : isLeft
            ? `${pounds.format(amount * people.length)} in all.`
            : "More than somebody’s budget has left.";
  }

  function keep() {
    localStorage.setItem(GIVEN, JSON.stringify(given));
    if (begun) localStorage.setItem(BEGUN, JSON.stringify(begun));
    else localStorage.removeItem(BEGUN);
    // The orders that were opened have their reward and amount.
    for (const name of ["brand", "amount"]) {
      form.elements[name].disabled = begun !== null;
      if (begun) form.elements[name].value = begun[name];
    }
    if (begun) for (const person of begun.done) form.elements.person[person].checked = false;
    count();
  }

  form.addEventListener("input", count);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { brand, amount } = form.elements;
    const people = chosen();
    byId("team-send").disabled = true;
    byId("team-said").textContent = "Sending…";
    begun ??= { cart: drawCart(), brand: Number(brand.value), amount: amount.value, done: [] };
    keep();
    byId("team-send").disabled = true;
    const { done, ...order } = begun;
    const answer = await post("team", { spec, ...order, people }).catch(() => ({ people: [] }));
    const sent = answer.people.filter(({ state }) => state === "notified");
    for (const { person } of sent) {
      given[person] += Number(begun.amount);
      done.push(person);
      form.elements.person[person].checked = false;
    }
    const isAll = sent.length === people.length;
    if (isAll) begun = null;
    byId("team-said").textContent = isAll
      ? `${sent.length} mails are on their way.`
      : `${sent.length} of ${people.length} mails are on their way. Press again for the others: nobody gets two.`;
    keep();
  });
  keep();
}
