/** The backend of the brands' pages, wherever the demo is. */
export const BACKEND = new URL("../brand/", import.meta.url).href;

/** @param {string} path from {@link BACKEND} */
export async function post(path, body) {
  const response = await fetch(new URL(path, BACKEND), {
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
