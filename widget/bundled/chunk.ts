/** A lazy file in a page's own bundle: only the bundler knows its address, so a failed one is asked for as before. */
export const chunk = <T>(_name: string, load: () => Promise<T>): Promise<T> => load().catch(load);
