import { useState } from 'react';
import './avatar.css';

interface AvatarProps {
  firstName: string;
  lastName: string;
  photoUrl: string | null;
  size?: number;
}

/**
 * The photo, or the initials if it is missing or fails to load. Hidden from screen readers: the name is next
 * to it.
 */
export function Avatar({ firstName, lastName, photoUrl, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const initials = [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toUpperCase();
  return (
    <span
      className="avatar"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.375) }}
      aria-hidden="true"
    >
      {photoUrl && photoUrl !== broken ? (
        <img src={photoUrl} alt="" referrerPolicy="no-referrer" onError={() => setBroken(photoUrl)} />
      ) : (
        initials || '?'
      )}
    </span>
  );
}
