import { useEffect } from 'react';
import { useLocation, useNavigate } from '#lib/use-router.tsx';
import { keepImportReturn, readImportReturn } from '../model/import-return.ts';

/** Takes what a provider sent back out of the address, and goes on where the import is. */
export function useImportReturn(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const back = readImportReturn(search);
    if (!back) return;
    keepImportReturn(back, Date.now());
    void navigate('/settings?tab=data', { replace: true });
  }, [search, navigate]);
}
