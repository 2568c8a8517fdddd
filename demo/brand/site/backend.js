/** The backend of the brands' pages. */
export const BACKEND = "/demo/brand/";

export async function post(path, body) {
  const response = await fetch(BACKEND + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
