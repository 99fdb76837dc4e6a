import { AccountLink } from '#features/data/components/account-link.tsx';
import { useLocation } from '#lib/use-router.tsx';

export function AccountLinkRoute() {
  const { pathname, hash } = useLocation();
  return <AccountLink kind={pathname.startsWith('/keep-account') ? 'keep' : 'close'} hash={hash} />;
}
