/** A session from an address of the page's own server, for pages that can write no script. Source: docs/element/sessions.md. */

/** Undefined in an answer that has none: the keeper of the session takes that for a failure. @throws the answer if it is no 2xx */
export async function sessionFrom(url: string): Promise<string | null> {
  const response = await fetch(url, { method: "POST", credentials: "include" });
  if (response.status === 204) return null;
  if (!response.ok) throw response;
  const body = await response.json();
  // As the token server answers, or the token taken out of it; no data at all: nothing for this visitor.
  const data = body && "data" in body ? body.data : body;
  return data === null ? null : data.session_token;
}

/** Whether what the page threw says that nobody is signed in: it has such a status, as a Response has and the errors of clients. */
export const isSignedOut = (thrown: unknown): boolean => {
  const { status, response } = (thrown ?? {}) as { status?: unknown; response?: { status?: unknown } };
  return [status, response?.status].some((each) => each === 401 || each === 403);
};
