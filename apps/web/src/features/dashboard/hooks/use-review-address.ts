import { useSearchParams } from '#lib/use-router.tsx';

/** The week under review is in the address, so that it can be linked, and Back closes it. */
export function useReviewAddress() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('review');
  return {
    date: asked && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : null,
    open: (date: string) => setQuery({ review: date }, { replace: query.has('review') }),
    close: () => setQuery({}, { replace: true }),
  };
}
