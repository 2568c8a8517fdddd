/** compose.yaml and the Kubernetes example name settings that there are, keep secrets in files, and need no rights. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SECRET_SETTINGS } from "../../server/settings/setting.ts";
import { sectionsOf, spansIn } from "../docs/page.ts";
import { namesIn } from "../docs/source.ts";

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, "../..", path), "utf8");
const SECRET_FILES = SECRET_SETTINGS.map((name) => `${name}_FILE`);
/** The settings of docs/server.md's table. */
const SETTINGS = (sectionsOf(read("docs/server.md")).get("Settings")?.rows ?? []).flatMap(
  ({ setting = "" }) => spansIn(setting),
);
/** Where a container listens is its image's matter. */
const OF_THE_IMAGE = ["PORT", "HOST"];

interface Container {
  readonly environment: Record<string, string>;
  readonly secrets: string[];
  readonly read_only: boolean;
  readonly cap_drop: string[];
  readonly security_opt: string[];
}

it("the settings are those that the server reads", () => {
  const known = new Set(
    ["server/settings/env.ts", "server/settings/operator-keys.ts", "server/settings/setting.ts"].flatMap(
      (path) => [...namesIn(path)],
    ),
  );
  expect(SETTINGS.length).toBeGreaterThan(25);
  expect(SETTINGS.filter((name) => !known.has(name) && !SECRET_FILES.includes(name))).toEqual([]);
  expect(SETTINGS).toEqual(expect.arrayContaining([...SECRET_SETTINGS, ...SECRET_FILES]));
});

it("every package that the server needs is where the image takes it from", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: object };
  expect(Object.keys(packages).filter((path) => path.startsWith("server/node_modules/"))).toEqual([]);
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
      [...plain.filter((each) => !OF_THE_IMAGE.includes(each)), ...files, "DATABASE_URL"].toSorted(),
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

  it("passes a value on under its own name", () => {
    for (const [name, value] of Object.entries(services["server-1"]?.environment ?? {})) {
      const variable = /^\$\{(\w+)/.exec(value)?.[1];
      if (variable !== undefined) expect(variable).toBe(name);
    }
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

  it("asks routes that there are whether a server lives and can work", () => {
    const routes = read("server/routes/health.ts");
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path, port } = container[probe].httpGet;
      expect(routes).toContain(`app.get("${path}"`);
      expect(container.ports.map(({ name }: { name: string }) => name)).toContain(port);
    }
    // The ledger may be away without the process being at fault.
    expect(container.livenessProbe.httpGet.path).toBe("/healthz");
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
  });

  it("lets in the Ingress alone, and out what the server needs", () => {
    const { podSelector, policyTypes, ingress, egress } = kind("NetworkPolicy").spec;
    expect(podSelector).toEqual(kind("Deployment").spec.selector);
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect(ingress.map((rule: { ports: unknown }) => rule.ports)).toEqual([[{ port: "http" }]]);
    expect(
      egress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port)),
    ).toEqual([53, 53, 443, 5432]);
  });

  it("leads from the Ingress to the port where the image listens", () => {
    const { name } = kind("Service").metadata;
    const { service } = kind("Ingress").spec.rules[0].http.paths[0].backend;
    expect(service).toEqual({ name, port: { name: kind("Service").spec.ports[0].name } });
    expect(kind("Service").spec.selector).toEqual(kind("Deployment").spec.template.metadata.labels);
    expect(read("Dockerfile")).toContain(`PORT=${container.ports[0].containerPort}`);
  });
});
