/**
 * A worker that uses `Intl` once. The first use in a process loads its data, which keeps a phone's page busy for more
 * than 100 ms; a worker shares them with its page. `paintBeforeScript` in vite.config.ts starts it.
 */
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const names = new Intl.ListFormat('en');
postMessage(clock.formatRange(0, 1) + names.format(['']));
