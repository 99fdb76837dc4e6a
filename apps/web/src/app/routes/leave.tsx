import { useEffect } from 'react';
import { RouteLoading } from './root.tsx';

/** Nothing in the app has this address: the way leads home, as everywhere on the site. */
export function LeaveRoute() {
  useEffect(() => window.location.replace('/'), []);
  return <RouteLoading />;
}
