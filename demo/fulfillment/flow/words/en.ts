import type { FlowWords } from "../words.ts";

export const words: FlowWords = {
  from: (client) => `A reward from ${client}`,
  ready: {
    title: "Your reward is ready",
    text: "Get the code when you want to use it. Once it is made, the reward can no longer be canceled.",
  },
  open: "Get my code",
  notNow: {
    title: "Not possible at the moment",
    text: "Your code could not be made. Nothing was used up: please try again later.",
  },
  opened: { title: "Here is your reward", text: "You can come back to this page with the same link." },
  copy: "Copy",
  copied: "Copied",
  notCopied: "Not copied: please select the code and copy it",
  barcode: "Barcode to scan",
  qrcode: "QR code to scan",
  validUntil: "Valid until",
  document: "Printable card (PDF)",
  howToUse: "How to use it",
  important: "Good to know",
  terms: "Terms and conditions",
  sender: "From",
  card: (brand) => `Your card at ${brand}`,
  cardText: "It is ready to be spent. This brand is invented: the page is where a real one would greet you.",
  access: "Access code",
  show: "Show my card",
  wrongAccess: "This is not the access code. It stands beside the link.",
  reference: "Reference",
  testing: "Test",
  deadEnds: {
    booked: { title: "Not ready yet", text: "This reward is only reserved so far. Please come back later." },
    failed: {
      title: "Something went wrong",
      text: "The reward could not be delivered. Whoever sent it to you can try again.",
    },
    denied: { title: "This reward was denied", text: "Please ask whoever sent it to you." },
    blocked: { title: "This reward is blocked", text: "Please ask whoever sent it to you." },
    refunded: {
      title: "This reward was refunded",
      text: "It was given back, and its code is no longer shown here.",
    },
    canceled: { title: "This reward was canceled", text: "The link no longer leads to a code." },
    expired: { title: "This reward has expired", text: "The link no longer leads to a code." },
    other: { title: "This reward is not available", text: "Please ask whoever sent it to you." },
    no_key: {
      title: "This link is not complete",
      text: "Please open the whole link, as it was given to you.",
    },
    no_page: { title: "There is nothing here", text: "Please check the link that was given to you." },
  },
};
