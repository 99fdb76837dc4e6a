import { vi } from 'vitest';

/**
 * Nearly every test signs a user up, and the real cost took most of a run's time. The real cost is tested by
 * passwords.test.ts and by every server that a test starts as a separate process.
 */
vi.mock(import('../identity/password-cost.ts'), () => ({ PASSWORD_COST: { N: 1024, r: 8, p: 1 } }));
