/** What a process of a test has of the tests' own environment: nothing that could be a setting. */
const { PATH = "", HOME = "" } = process.env;

/** @param env its settings */
export const childEnv = (env: Readonly<Record<string, string>>): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...env };
};
