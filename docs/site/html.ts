/** Text in HTML, and addresses within the site. Pure. */

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** For text and for values of attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** The way from a page to the site's folder: the site works below any path. @param address such as `start/react/` */
export const rootOf = (address: string): string => "../".repeat(address.split("/").length - 1) || "./";

/** The anchor of a heading as GitHub makes it: links in the documents work in both places. */
export function slugOf(heading: string, taken: Map<string, number>): string {
  const slug = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replace(/ /g, "-");
  const count = taken.get(slug) ?? 0;
  taken.set(slug, count + 1);
  return count ? `${slug}-${count}` : slug;
}
