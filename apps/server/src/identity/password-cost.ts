/**
 * How hard it is made to try out passwords on what is stored. OWASP's recommendation for scrypt (Password
 * Storage Cheat Sheet): half a second and 128 MB for each try.
 */
export const PASSWORD_COST = { N: 131_072, r: 8, p: 1 };
