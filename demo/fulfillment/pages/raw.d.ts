/** A file as text, put into a bundle by Vite. */
declare module "*?raw" {
  const text: string;
  export default text;
}
