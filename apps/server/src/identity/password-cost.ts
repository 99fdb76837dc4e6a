/**
 * The cost of guessing a password from its stored hash. OWASP's recommendation for scrypt (Password Storage
 * Cheat Sheet): half a second and 128 MB for each attempt.
 */
export const PASSWORD_COST = { N: 131_072, r: 8, p: 1 };
