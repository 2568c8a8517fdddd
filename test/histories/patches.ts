/**
 * Changes to the server's sources as they are loaded, for this process only: how a mistake is planted without the product
 * holding anything of it. Each names an exact piece of text that must stand in its file exactly once.
 */
import { registerHooks } from "node:module";

export interface Patch {
  /** From the project's root. */
  readonly file: string;
  readonly replace: string;
  readonly by: string;
}

const ROOT = new URL("../../", import.meta.url).href;

/** From now on modules are loaded with the patches. @throws when one does not fit, on loading its file */
export function patchSources(patches: readonly Patch[]): void {
  if (patches.length === 0) return;
  const waiting = new Set(patches);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = patches.filter(({ file }) => url === ROOT + file);
      if (own.length === 0) return loaded;
      let source = String(loaded.source);
      for (const patch of own) {
        const parts = source.split(patch.replace);
        if (parts.length !== 2)
          throw new Error(`${patch.file} has ${parts.length - 1} times, not once: ${patch.replace}`);
        source = parts.join(patch.by);
        waiting.delete(patch);
      }
      return { ...loaded, source };
    },
  });
  unused = () => [...waiting].map(({ file }) => file);
}

/** Files whose patch no module asked for. */
export let unused = (): string[] => [];
