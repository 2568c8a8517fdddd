/** A chunk at the address that is tried after another one failed. */
export const isHere = true;
