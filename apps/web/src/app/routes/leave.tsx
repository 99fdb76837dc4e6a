import { useEffect } from 'react';
import { RouteLoading } from './root.tsx';

/** Unknown address: goes home, as everywhere on the site. */
export function LeaveRoute() {
  useEffect(() => window.location.replace('/'), []);
  return <RouteLoading />;
}
