import './hidden.css';

/** Text for screen readers only. */
export function Hidden({ children, id }: { children: string; id?: string }) {
  return (
    <span id={id} className="hidden">
      {children}
    </span>
  );
}
