/** The tone of a logo that has no ground of its own: on a page of its own tone it needs a plate. */

/** Below this share of white a picture is dark, above the other one light. */
const TONES = { dark: 0.3, light: 0.7 };
const SAMPLE_PX = 24;
/** From this share on what is drawn is a ground, perhaps with round corners. */
const GROUND = 0.85;

/** The tone of what is drawn of a picture, from 0 to 1; undefined for one with a ground. */
function toneOf(image) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SAMPLE_PX, height: SAMPLE_PX });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX);
  const { data } = context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX);
  let [tone, weight] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    tone += ((data[at] + data[at + 1] + data[at + 2]) / 765) * data[at + 3];
    weight += data[at + 3];
  }
  if (weight > GROUND * SAMPLE_PX * SAMPLE_PX * 255) return undefined;
  return weight > 0 ? tone / weight : 0;
}

/** Writes `data-tone` at each picture that the element shows. */
export function weigh(image) {
  image.addEventListener("load", () => {
    const tone = toneOf(image);
    const name = tone < TONES.dark ? "dark" : tone > TONES.light ? "light" : "middle";
    image.dataset.tone = name;
  });
}
