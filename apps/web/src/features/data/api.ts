import { dataApi, type EndpointInput } from '@dayloom/contracts';
import { call, openStream } from '#lib/api.ts';

/** The zip file and its name from the server. */
export async function fetchExport(signal: AbortSignal): Promise<{ name: string; file: Blob }> {
  const response = await openStream(dataApi.exportAccount, signal);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: name ?? 'export.zip', file: await response.blob() };
}

export const fetchClosing = (signal?: AbortSignal) => call(dataApi.readClosing, {}, { signal });
export const deleteAccount = (proof: EndpointInput<typeof dataApi.deleteAccount>['body']) =>
  call(dataApi.deleteAccount, { body: proof });
export const keepAccount = () => call(dataApi.keepAccount);

/** When the account will be deleted; null when it is kept. */
export async function openAccountLink(
  kind: 'keep' | 'close',
  token: string,
): Promise<{ deletesAt: string | null }> {
  if (kind === 'close') return call(dataApi.closeByLink, { body: { token } });
  await call(dataApi.keepByLink, { body: { token } });
  return { deletesAt: null };
}
