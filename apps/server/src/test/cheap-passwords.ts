import { vi } from 'vitest';

/**
 * Nearly every test signs somebody up, and at the real cost most of a run's time went into that. The real one
 * is tried by passwords.test.ts and by every server that a test starts as a process of its own.
 */
vi.mock(import('../identity/password-cost.ts'), () => ({ PASSWORD_COST: { N: 1024, r: 8, p: 1 } }));
