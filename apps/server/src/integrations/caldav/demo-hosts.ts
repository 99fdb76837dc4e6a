/** The hosts of the demo's iCloud. Under .example (RFC 2606) they exist only in the sandbox. */
const HOSTS = new Set(['caldav.icloud.example', 'p42-caldav.icloud.example']);

/** Prefills the form while the sandbox runs, together with `caldavPassword` of its secrets. */
export const demoCaldavLogin = {
  serverUrl: 'https://caldav.icloud.example',
  username: 'maya.demo@icloud.example',
} as const;

/** The guarded fetch's `findDemoHost`: sends requests for the demo's hosts to the sandbox. */
export function demoCaldavHosts(sandboxUrl: () => Promise<string>): (url: URL) => Promise<string | null> {
  return async ({ hostname }) => (HOSTS.has(hostname) ? sandboxUrl() : null);
}
