/**
 * The caller named something that the service does not have, so nothing can be found out about the service. The message
 * is one line that begins with the option.
 */
export class Misnamed extends Error {
  constructor(option: string, value: string | undefined, why: string) {
    super(`--${option}${value === undefined ? "" : ` ${value.replace(/\s+/g, " ")}`}: ${why}`);
    this.name = "Misnamed";
  }
}
