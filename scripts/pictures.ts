import { startVitest } from 'vitest/node';

/** `npm run pictures`: takes the pictures of the public site from the product (`e2e/pictures`). */
const vitest = await startVitest('test', [], { project: ['pictures'], watch: false });
await vitest.close();
