import type { ReactNode } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Wordmark } from '#ui/brand.tsx';
import { WeaveArt } from './weave-art.tsx';
import './sign-in-frame.css';

interface SignInFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The two halves of the login and sign-up pages; the illustration is hidden on small screens. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  const { productName } = useClientConfig();
  return (
    <div className="sign-in-frame">
      <main className="sign-in-frame-main">
        <a href="/" className="sign-in-frame-home">
          <Wordmark name={productName} size={19} mark={28} />
        </a>
        <div className="sign-in-frame-middle">
          <div className="sign-in-frame-content">
            <h1 className="sign-in-frame-title">{title}</h1>
            <div className="sign-in-frame-lead">{lead}</div>
            {children}
          </div>
        </div>
        <footer className="sign-in-frame-foot text-caption">
          <a href="/policies/privacy-policy">Privacy policy</a>
          <a href="/policies/terms-and-conditions">Terms and conditions</a>
        </footer>
      </main>
      <aside aria-hidden="true" className="sign-in-frame-art">
        <WeaveArt />
        <div className="sign-in-frame-shade" />
        <div className="sign-in-frame-claim">
          Tasks across, meetings down.
          <br />
          {productName} weaves the day.
        </div>
      </aside>
    </div>
  );
}
