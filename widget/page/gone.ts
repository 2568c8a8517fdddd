/** Whether the files of the barcode drawers are gone; of the page and not of one element, as its files are. */
let areGone = false;

export const areDrawersGone = (): boolean => areGone;

export function setDrawersGone(are: boolean): void {
  areGone = are;
}
