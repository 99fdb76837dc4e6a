declare global {
  interface Window {
    /** Where the toast library's style engine looks for the nonce. */
    __nonce__?: string;
  }
}

/** The nonce of this page; style elements that are made at run time carry it. Undefined without a policy. */
export const cspNonce =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

if (cspNonce) window.__nonce__ = cspNonce;
