import { afterEach } from 'vitest';
import { closePages } from './browser.ts';

// Vitest runs this for each file. Modules that files share, such as the browser's, run once for each worker.
afterEach(({ task }) => closePages(task));
