/**
 * English, the words of passes for the phone's own wallet, as Apple and Google write them: the list of their keys for every language,
 * in this order.
 */
export const enPhone = {
  add_apple: "Add to Apple Wallet",
  add_google: "Add to Google Wallet",
};
