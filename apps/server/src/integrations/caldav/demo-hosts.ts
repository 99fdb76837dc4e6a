/** The hosts of the demo's iCloud, which exist nowhere (RFC 2606) but in the sandbox. */
const HOSTS = new Set(['caldav.icloud.example', 'p42-caldav.icloud.example']);

/** What the form is filled with while the sandbox runs, beside `caldavPassword` of its secrets. */
export const demoCaldavLogin = {
  serverUrl: 'https://caldav.icloud.example',
  username: 'maya.demo@icloud.example',
} as const;

/** Leads the demo's hosts, and nothing else, to the sandbox: the guarded fetch's `standIn`. */
export function demoCaldavHosts(sandboxUrl: () => Promise<string>): (url: URL) => Promise<string | null> {
  return async ({ hostname }) => (HOSTS.has(hostname) ? sandboxUrl() : null);
}
