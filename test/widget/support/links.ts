/** Set-ups with the link of an activated order. */
import { until } from "./fake-clock.ts";
import { activated, FakeServer, openFor } from "./fake-server.ts";
import { mount, type Stage, type Wishes } from "./mount.ts";

/** The order was activated before, and its link is shown. */
export async function showing(wishes: Omit<Wishes, "server"> = {}): Promise<Stage> {
  const server = new FakeServer();
  server.order = activated();
  const stage = await mount({ server, ...wishes });
  await until(() => stage.find("link"));
  return stage;
}

/** The order was booked and activated here. */
export async function confirmed(): Promise<Stage> {
  const server = new FakeServer();
  server.order = openFor("activate");
  const stage = await mount({ server });
  await stage.book("A");
  await stage.press("confirm");
  await stage.shows("activated");
  return stage;
}

/** Everything that is written in the element. */
export const inPage = ({ root, element }: Stage): string =>
  root.innerHTML + root.textContent + element.outerHTML;
