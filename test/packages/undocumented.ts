/** The members of a package's types that an editor shows without a sentence, found by the compiler as editors ask it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
// The compiler's own interface for programs, the only one of its version 7.
import {
  API,
  type Symbol as Member,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from "typescript/unstable/sync";

export interface Wanted {
  /** A folder in which the package is installed. */
  readonly folder: string;
  /** Types by their names, as they are written: `import("reward-redemption").RewardRedemption`. */
  readonly types: Readonly<Record<string, string>>;
  /** Modules that add to the types of others. */
  readonly imports: readonly string[];
  /** Whether a declaration in this file is to have comments; others are not looked into. */
  readonly isOurs: (path: string) => boolean;
}

/** @returns the paths of undocumented members, such as `Client.openSession.returns.data` */
export function undocumented({ folder, types, imports, isOurs }: Wanted): string[] {
  const file = join(folder, "types.ts");
  const project = join(folder, "tsconfig.json");
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ["types.ts"] }));
  const lines = Object.entries(types).map(([name, type]) => `export declare const ${name}: ${type};\n`);
  writeFileSync(file, [...imports.map((name) => `import type {} from "${name}";\n`), ...lines].join(""));
  const api = new API({ cwd: folder });
  try {
    const opened = api.updateSnapshot({ openProjects: [project] }).getProject(project);
    const source = opened?.program.getSourceFile(file);
    if (!opened || !source) throw new Error("the compiler opened nothing");
    const { checker, program } = opened;
    const wrong = program.getSemanticDiagnostics(file);
    if (wrong.length > 0) throw new Error(`types: ${JSON.stringify(wrong)}`);
    const bare = new Set<string>();
    const seen = new Set<number>();
    // What a mapped type made of mere names has no declaration, and no sentence.
    const isOwn = ({ declarations }: Member): boolean =>
      declarations.length === 0 || declarations.some(({ path }) => isOurs(path));
    const isPrivate = ({ name }: Member): boolean => /^(?:__#.*|prototype)$/.test(name);

    const visit = (type: Type | undefined, path: string): void => {
      if (!type || seen.has(type.id)) return;
      seen.add(type.id);
      if (type.isUnionType()) for (const each of type.getTypes()) visit(each, path);
      if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return;
      if (type.isTypeReference()) for (const each of checker.getTypeArguments(type)) visit(each, path);
      for (const signature of checker.getSignaturesOfType(type, SignatureKind.Call)) {
        for (const each of signature.getParameters())
          visit(checker.getTypeOfSymbol(each), `${path}(${each.name})`);
        visit(checker.getReturnTypeOfSignature(signature), `${path}()`);
      }
      for (const named of checker.getPropertiesOfType(type)) {
        const member = named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
        if (!isOwn(member) || isPrivate(member)) continue;
        const at = `${path}.${member.name}`;
        const typeOf = checker.getTypeOfSymbol(member);
        // What may not be there has nothing to say.
        const isNever = typeOf && !(typeOf.flags & ~(TypeFlags.Undefined | TypeFlags.Never));
        if (!isNever && !member.getDocumentationComment(checker)) bare.add(at);
        visit(typeOf, at);
      }
    };
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source) as Member))
      visit(checker.getTypeOfSymbol(symbol), symbol.name);
    return [...bare].sort();
  } finally {
    api.close();
  }
}
