export interface StoredFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/**
 * Keeps small files by name. Adapters: a folder (`DATA_DIR/files`), anything that speaks S3
 * (`integrations/files`). Names are made by us: letters, digits, hyphens, dots and slashes.
 */
export interface FileStore {
  put(name: string, file: StoredFile): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<StoredFile | null>;
  /** Nothing happens when it is gone already. */
  delete(name: string): Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\.(?:webp|zip)$/;

/** Whether a name is one of ours; anything else could lead out of the store. */
export function isFileName(name: string): boolean {
  return NAME.test(name);
}

const TYPES: Record<string, string> = { webp: 'image/webp', zip: 'application/zip' };

export function getContentType(name: string): string {
  return TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
