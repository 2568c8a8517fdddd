/** The paths of the control's pages. */

export const CONTROL_PATH = "/control";
export const PAGE_PATH = `${CONTROL_PATH}/page`;
export const MAILBOX_PATH = `${CONTROL_PATH}/mailbox`;
/** Of the documents of single mails: `/control/mails/{number}`. */
export const MAIL_PATH = `${CONTROL_PATH}/mails`;
