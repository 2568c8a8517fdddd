/** The backend of the brands' pages. */
export const BACKEND = "/demo/brand/";

/** @param {string} path below {@link BACKEND}, or a whole one */
export async function post(path, body) {
  const response = await fetch(new URL(path, new URL(BACKEND, location.href)), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error("offline");
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
