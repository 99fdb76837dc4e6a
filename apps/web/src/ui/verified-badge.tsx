/** Shown next to the name of a user with a verified phone number. */
export function VerifiedBadge({ size = 14 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-label="Verified" style={{ flex: 'none' }}>
      <title>Verified</title>
      <path
        fill="var(--secondary-light)"
        d="M8 .8 9.9 2.2l2.3-.1.7 2.2 1.9 1.4-.8 2.3.8 2.3-1.9 1.4-.7 2.2-2.3-.1L8 15.2l-1.9-1.4-2.3.1-.7-2.2-1.9-1.4L2 8l-.8-2.3 1.9-1.4.7-2.2 2.3.1Z"
      />
      <path
        d="m5.3 8.2 1.9 1.8 3.5-3.8"
        fill="none"
        stroke="var(--sidebar)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
