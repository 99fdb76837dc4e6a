/** The nonce of this page, for style elements created at run time. Undefined without a policy or a page. */
export const cspNonce =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
