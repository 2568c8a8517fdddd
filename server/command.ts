#!/usr/bin/env node
/** The commands of the npm package. Each is loaded only when asked for: an older Node fails at the first import of the server. */

const USAGE = `reward-redemption-server <command>

  serve           starts the token server
  doctor          tries the settings, the service, the ledger and PUBLIC_URL, and says what to do;
                  --json: as one document;
                  --upgrade: tries instead this version's migrations, on a copy of the ledger;
                  --bundle <file>: writes a file for a report of a fault, without a secret
  backup <file>   copies the SQLite ledger, also while the server runs
  restore <copy>  puts such a copy in the ledger's place, while no server runs

Settings come from the environment, and from a file .env in the working directory.
`;
/** `engines` of the package; `node:sqlite` is part of it without a flag. */
const NODE_LEAST = 24;

const [, , command] = process.argv;
// The scripts read their own arguments.
process.argv.splice(2, 1);
if (Number.parseInt(process.versions.node, 10) < NODE_LEAST) {
  process.stderr.write(`Node: expected version ${NODE_LEAST} or newer, not ${process.versions.node}\n`);
  process.exitCode = 1;
} else if (command === "serve") await import("./index.ts");
else if (command === "backup") await import("./commands/backup.ts");
else if (command === "restore") await import("./commands/restore.ts");
else if (command === "doctor" && process.argv.includes("--bundle")) await import("./commands/bundle.ts");
else if (command === "doctor") {
  const { report } = await import("./commands/doctor.ts");
  const form = process.argv.includes("--json") ? "json" : "lines";
  const isUpgrade = process.argv.includes("--upgrade");
  const findingsOf = isUpgrade ? (await import("./commands/upgrade.ts")).examineUpgrade : undefined;
  const isWell = await report(process.env, (text) => process.stdout.write(text), form, findingsOf);
  process.exitCode = isWell ? 0 : 1;
} else {
  const isHelp = command === "help" || command === "--help";
  process[isHelp ? "stdout" : "stderr"].write(USAGE);
  process.exitCode = isHelp ? 0 : 1;
}

export {};
