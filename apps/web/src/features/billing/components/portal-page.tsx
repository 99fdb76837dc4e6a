import { useEffect, useState } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { createPortal } from '../api.ts';

/** Requests a new billing portal session and redirects to it. */
export function PortalPage() {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    createPortal()
      .then((url) => isHere && window.location.replace(url))
      .catch((error: Error) => isHere && setProblem(error.message));
    return () => {
      isHere = false;
    };
  }, []);
  return problem ? (
    <EmptyState title={problem}>You can close this page and try again from Settings, Billing.</EmptyState>
  ) : (
    <LoadingScreen title="Opening the billing portal..." />
  );
}
