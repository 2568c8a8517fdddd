/** nginx with ModSecurity and the OWASP core rule set, in its defaults, in front of a server. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, type Program } from "./programs.ts";
import { until } from "./until.ts";

const NGINX = findProgram("NGINX_PATH", ["nginx"]);
const MODULE = "/usr/lib/nginx/modules/ngx_http_modsecurity_module.so";
const ENGINE = "/etc/nginx/modsecurity.conf";
/** A checkout of the rule set has its version's own; the package of Debian 12 has version 3. */
const RULES = process.env.CRS_PATH ?? "/usr/share/modsecurity-crs";
const SETUP = [join(RULES, "crs-setup.conf.example"), "/etc/modsecurity/crs/crs-setup.conf"].find(existsSync);

export const FIREWALL: Program = {
  name: "nginx with ModSecurity and the OWASP core rule set",
  packages: ["nginx", "libnginx-mod-http-modsecurity", "modsecurity-crs"],
  variables: ["NGINX_PATH", "CRS_PATH"],
  isThere: () => NGINX !== undefined && SETUP !== undefined && [MODULE, ENGINE].every(existsSync),
};

export interface Firewall {
  /** What it refused, as its log says. */
  refused(): string[];
  close(): void;
}

/** @param port where it listens @param behind the server's port */
export async function startFirewall(port: number, behind: number): Promise<Firewall> {
  const folder = mkdtempSync(join(tmpdir(), "firewall-"));
  const at = (name: string): string => join(folder, name);
  const engine = readFileSync(ENGINE, "utf8")
    .replace("SecRuleEngine DetectionOnly", "SecRuleEngine On")
    .replace(/^SecAuditEngine .*$/m, "SecAuditEngine Off")
    .replace("unicode.mapping", "/etc/nginx/unicode.mapping");
  writeFileSync(at("rules.conf"), `${engine}\nInclude ${SETUP}\nInclude ${RULES}/rules/*.conf\n`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${at(each)};`,
  );
  writeFileSync(
    at("nginx.conf"),
    `load_module ${MODULE};
pid ${at("pid")};
error_log ${at("error.log")} info;
events {}
http {
  access_log off;
  ${temporary.join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    modsecurity on;
    modsecurity_rules_file ${at("rules.conf")};
    location / { proxy_pass http://127.0.0.1:${behind}; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; }
  }
}
`,
  );
  const nginx = (...args: string[]) =>
    spawnSync(NGINX ?? "nginx", ["-c", at("nginx.conf"), "-e", at("error.log"), ...args], {
      encoding: "utf8",
    });
  const { status, stderr } = nginx();
  if (status !== 0) throw new Error(`nginx: ${stderr}`);
  const isThere = (): Promise<boolean> =>
    fetch(`http://localhost:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isThere, "the server answers through the firewall");
  return {
    refused: () =>
      readFileSync(at("error.log"), "utf8")
        .split("\n")
        .filter((line) => line.includes("Access denied")),
    close() {
      nginx("-s", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
