import { useSearchParams } from '#lib/use-router.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';

/** The viewer's meeting requests, or the one that the address names. */
export function MeetingRequests() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('request');
  const change = (name: string, value: string | null) => {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setAddress(next);
  };
  if (id) return <RequestDetail key={id} id={id} onBack={() => change('request', null)} />;
  return (
    <RequestList
      show={address.get('show') === 'closed' ? 'closed' : 'open'}
      onShow={(show) => change('show', show)}
    />
  );
}
