/** Masks an e-mail address, so that only its owner recognises it. */

const MASK = "•••";

/** The first character of the name, and the domain: `m•••@example.com`. A name of one character is masked whole. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = [...email.slice(0, at)];
  const kept = name.length > 1 ? name[0] : "";
  return `${kept}${MASK}${email.slice(at)}`;
}
