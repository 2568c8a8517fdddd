/** A lazy file of the served widget. The npm package has `bundled/chunk.ts` in this one's place. */

let failures = 0;

/** A file of the built widget, by its name. */
const fileOf = (name: string) => import(/* @vite-ignore */ new URL(name, import.meta.url).href);

/**
 * Loads a chunk. A failed chunk is fetched once more under another address, because Firefox never fetches a failed
 * address again. Not if the page has an import map: the map may check the bytes of the first address, and of no other.
 */
export const chunk = <T>(name: string, load: () => Promise<T> = () => fileOf(`${name}.js`)): Promise<T> =>
  load().catch((error) => {
    if (document.querySelector("[type=importmap]")) throw error;
    return fileOf(`${name}.js?${++failures}`);
  });
