/** Asks the probe in a process, which listens on a socket in the file system. */
import { request } from "node:http";

export function askSocket<T>(socketPath: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(JSON.parse(text) as T));
    });
    asked.on("error", reject);
    asked.end();
  });
}
