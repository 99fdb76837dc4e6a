export interface StoredFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/**
 * Stores small files by name. Adapters: a folder (`DATA_DIR/files`) and S3-compatible services
 * (`integrations/files`). The server makes the names: letters, digits, hyphens, dots and slashes.
 */
export interface FileStore {
  put(name: string, file: StoredFile): Promise<void>;
  /** Null when the file does not exist. */
  find(name: string): Promise<StoredFile | null>;
  /** Succeeds when the file does not exist. */
  delete(name: string): Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\.(?:webp|zip)$/;

/** Whether the server could have made this name. Any other name could point outside the store. */
export function isFileName(name: string): boolean {
  return NAME.test(name);
}

const TYPES: Record<string, string> = { webp: 'image/webp', zip: 'application/zip' };

export function getContentType(name: string): string {
  return TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
