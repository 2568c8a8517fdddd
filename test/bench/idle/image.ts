/** How the server's image runs Node: the last stage of the Dockerfile, so that the bench and the image cannot differ. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const DOCKERFILE = resolve(import.meta.dirname, "../../../Dockerfile");
/** Where the server listens is the matter of each process here. */
const NOT_HERE = ["HOST", "PORT"];

export interface Run {
  /** The arguments of Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** @throws Error where the last stage does not name its variables and its command in the forms that are read here */
export function imageRun(): Run {
  const stage =
    readFileSync(DOCKERFILE, "utf8")
      .split(/^FROM /m)
      .at(-1) ?? "";
  const [, variables] = /^ENV (.+)$/m.exec(stage) ?? [];
  const [, command] = /^CMD (\[.+\])$/m.exec(stage) ?? [];
  if (variables === undefined || command === undefined)
    throw new Error("the Dockerfile's last stage is unknown");
  const [program, ...args] = JSON.parse(command) as string[];
  if (program !== "node") throw new Error("the image does not run Node itself");
  const env = variables.split(" ").map((each) => each.split("=") as [string, string]);
  return { args, env: Object.fromEntries(env.filter(([name]) => !NOT_HERE.includes(name))) };
}
