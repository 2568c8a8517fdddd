/** compose.yaml and the Kubernetes example name settings that there are, keep secrets in files, and need no rights. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SECRET_SETTINGS } from "../../server/settings/setting.ts";
import { pageOf, spansIn } from "../docs/page.ts";
import { namesIn } from "../docs/source.ts";

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, "../..", path), "utf8");
const SECRET_FILES = SECRET_SETTINGS.map((name) => `${name}_FILE`);
/** The settings of the table of docs/server/settings.md. */
const SETTINGS = (pageOf(read("docs/server/settings.md")).rows ?? []).flatMap(({ setting = "" }) =>
  spansIn(setting),
);
/**
 * Where a container listens is its image's matter; the copies are those of an embedded ledger, and here is PostgreSQL; the image has no
 * packages for traces.
 */
const NOT_HERE = [
  ...["PORT", "HOST", "BACKUP_EVERY", "BACKUP_DIR", "BACKUP_KEEP", "OTEL_EXPORTER_OTLP_ENDPOINT"],
];

interface Container {
  readonly environment: Record<string, string>;
  readonly secrets: string[];
  readonly read_only: boolean;
  readonly cap_drop: string[];
  readonly security_opt: string[];
}

it("the settings are those that the server reads", () => {
  const known = new Set(
    [
      "server/settings/env.ts",
      "server/settings/operator-keys.ts",
      "server/settings/operator-header.ts",
      "server/settings/backups.ts",
      "server/settings/passes.ts",
      "server/settings/setting.ts",
    ].flatMap((path) => [...namesIn(path)]),
  );
  expect(SETTINGS.length).toBeGreaterThan(25);
  expect(SETTINGS.filter((name) => !known.has(name) && !SECRET_FILES.includes(name))).toEqual([]);
  expect(SETTINGS).toEqual(expect.arrayContaining([...SECRET_SETTINGS, ...SECRET_FILES]));
});

describe("compose.yaml", () => {
  const { services, secrets } = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, Container>;
    secrets: Record<string, { file: string }>;
  };
  const simulated = parse(read("compose.simulated.yaml"), { merge: true }) as {
    services: Record<string, Partial<Container>>;
  };

  it.each(["server-1", "server-2"])("%s is given every setting, secrets by their files alone", (name) => {
    const given = Object.keys(services[name]?.environment ?? {});
    const plain = SETTINGS.filter(
      (each) => !each.endsWith("_FILE") && !SECRET_SETTINGS.some((secret) => secret === each),
    );
    // The address of the ledger holds no password: that one has a file of its own.
    const files = SECRET_FILES.filter((each) => each !== "DATABASE_URL_FILE");
    expect(given.toSorted()).toEqual(
      [...plain.filter((each) => !NOT_HERE.includes(each)), ...files, "DATABASE_URL"].toSorted(),
    );
    expect(services[name]?.environment.DATABASE_URL).toMatch(/^postgres:\/\/rewards@postgres\//);
  });

  it.each(["server-1", "server-2"])("%s has each secret that it names a file of", (name) => {
    const { environment = {}, secrets: given = [] } = services[name] ?? {};
    const files = Object.entries(environment).filter(([setting]) => setting.endsWith("_FILE"));
    expect(files.map(([, path]) => path).toSorted()).toEqual(
      given.map((secret) => `/run/secrets/${secret}`).toSorted(),
    );
    expect(given.toSorted()).toEqual(Object.keys(secrets).toSorted());
  });

  it("no container writes but to its volumes, or may do anything special", () => {
    const all = [...Object.entries(services), ["fulfillment", simulated.services.fulfillment] as const];
    expect(all).toHaveLength(5);
    for (const [name, container] of all)
      expect([name, container]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ["ALL"],
          security_opt: ["no-new-privileges:true"],
        }),
      ]);
  });

  it("with the simulated service names settings that there are", () => {
    for (const name of ["server-1", "server-2"]) {
      const given = Object.keys(simulated.services[name]?.environment ?? {});
      expect(given.length).toBeGreaterThan(4);
      expect(given.filter((each) => !SETTINGS.includes(each))).toEqual([]);
    }
  });
});

describe("the Kubernetes example", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes.yaml")).map((each) => {
    expect(each.errors).toEqual([]);
    return each.toJS();
  });
  const kind = (name: string) => documents.find((each) => each.kind === name);
  const pod = kind("Deployment").spec.template.spec;
  const [container] = pod.containers;

  it("names settings that there are, and secrets by their files", () => {
    const given: Record<string, string> = kind("ConfigMap").data;
    expect(Object.keys(given).filter((each) => !SETTINGS.includes(each))).toEqual([]);
    expect(Object.keys(given).filter((each) => SECRET_SETTINGS.some((secret) => secret === each))).toEqual(
      [],
    );
    const [mount] = container.volumeMounts;
    const made = [...read("deploy/kubernetes.yaml").matchAll(/--from-file=([\w-]+)/g)].map(
      ([, name]) => name,
    );
    const files = Object.entries(given).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, path]) => path).toSorted()).toEqual(
      made.map((name) => `${mount.mountPath}/${name}`).toSorted(),
    );
    expect(pod.volumes.find(({ name }: { name: string }) => name === mount.name).secret.secretName).toBe(
      "reward-redemption",
    );
  });

  it("runs read-only, without capabilities, as the image's plain user", () => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(pod.automountServiceAccountToken).toBe(false);
  });
});
