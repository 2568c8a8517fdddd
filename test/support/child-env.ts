/** The environment of a test's child process: from the tests' own environment only what cannot be a setting. */
const { PATH = "", HOME = "" } = process.env;

/** @param env the process's settings */
export const childEnv = (env: Readonly<Record<string, string>>): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...env };
};
