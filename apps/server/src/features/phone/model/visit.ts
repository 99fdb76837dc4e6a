/** The origin of a request, for limits and as evidence of consent. */
export interface Visit {
  readonly address: string;
  readonly userAgent: string | null;
}

interface Asked {
  readonly ip: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

export function toVisit({ ip, headers }: Asked): Visit {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, 300) ?? null };
}
