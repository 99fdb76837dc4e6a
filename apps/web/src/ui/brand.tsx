/** The logo: tasks across, meetings down, and today in the fourth cell. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      style={{ flex: 'none', display: 'block' }}
    >
      <g fill="var(--primary-light)">
        <rect x="2" y="2" width="13" height="4.6" rx="2.3" />
        <rect x="2" y="10.4" width="13" height="4.6" rx="2.3" />
        <rect x="17" y="17" width="13" height="4.6" rx="2.3" />
        <rect x="17" y="25.4" width="13" height="4.6" rx="2.3" />
      </g>
      <g fill="var(--secondary-light)">
        <rect x="2" y="17" width="4.6" height="13" rx="2.3" />
        <rect x="10.4" y="17" width="4.6" height="13" rx="2.3" />
      </g>
      <circle cx="23.5" cy="8.5" r="6.2" fill="var(--sun)" />
    </svg>
  );
}

export function Wordmark({ name, size = 17, mark = 24 }: { name: string; size?: number; mark?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <Mark size={mark} />
      <span style={{ fontSize: size, fontWeight: 680, letterSpacing: '-0.025em' }}>{name}</span>
    </span>
  );
}
