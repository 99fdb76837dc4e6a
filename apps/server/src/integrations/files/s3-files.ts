import { AwsClient } from 'aws4fetch';
import { type FileStore, getContentType, isFileName } from '#platform/files.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';

const TIMEOUT_MS = 15_000;

export interface S3Access {
  /** The address of the service without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Files in a bucket of an S3-compatible service (AWS, R2, MinIO ...), with path-style addresses. */
export function s3Files({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Access): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const ask = async (method: string, name: string, init: RequestInit = {}): Promise<Response> => {
    if (!isFileName(name)) throw new Error(`'${name}' is not the name of a stored file.`);
    let reply: Response;
    try {
      reply = await client.fetch(`${endpoint}/${bucket}/${name}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
      });
    } catch (cause) {
      throw new ProviderFailure('unavailable', 'The file storage does not respond.', { cause });
    }
    if (reply.ok || reply.status === 404) return reply;
    const kind = reply.status === 401 || reply.status === 403 ? 'reconnect_needed' : 'unavailable';
    await reply.body?.cancel();
    throw new ProviderFailure(kind, `The file storage responded with ${reply.status}.`);
  };
  return {
    async put(name, { bytes, contentType }) {
      const reply = await ask('PUT', name, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': contentType },
      });
      await reply.body?.cancel();
      if (!reply.ok) throw new ProviderFailure('rejected', `There is no bucket '${bucket}'.`);
    },
    async find(name) {
      const reply = await ask('GET', name);
      if (!reply.ok) {
        await reply.body?.cancel();
        return null;
      }
      return { bytes: Buffer.from(await reply.arrayBuffer()), contentType: getContentType(name) };
    },
    async delete(name) {
      const reply = await ask('DELETE', name);
      await reply.body?.cancel();
    },
  };
}
