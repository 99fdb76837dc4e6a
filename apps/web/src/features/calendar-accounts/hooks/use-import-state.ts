import { useStore } from '#lib/store.ts';
import { currentImport, type ImportState } from '../model/import-run.ts';

export function useImportState(): ImportState {
  return useStore(currentImport).state;
}
