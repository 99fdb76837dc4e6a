import { Mark } from '#ui/brand.tsx';

export function RedirectFailed() {
  return (
    <main className="notice">
      <Mark size={40} />
      <h1>Unable to Process Redirect</h1>
      <p>The link is damaged or leads outside this site, so we did not follow it.</p>
      <div className="row">
        <a className="button primary" href="/">
          Return to Home
        </a>
      </div>
    </main>
  );
}
