import { Mark } from './brand.tsx';
import './loading-screen.css';

interface LoadingScreenProps {
  title: string;
  children?: string | null | undefined;
}

/** A loading page with its text. */
export function LoadingScreen({ title, children }: LoadingScreenProps) {
  return (
    <output className="loading-screen">
      <div className="loading-screen-mark">
        <Mark size={40} />
      </div>
      <div className="text-h2">{title}</div>
      {children && <div className="loading-screen-text">{children}</div>}
    </output>
  );
}
