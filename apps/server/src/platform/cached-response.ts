import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { listTags } from './conditional-requests.ts';
import { createSerializer } from './serialize-response.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
/** Levels of brotli: the server's for responses that it sends once, and the highest, which takes fifty times as long. */
const QUALITIES = { fast: 4, best: 11 } as const;
type Quality = keyof typeof QUALITIES;

/** The best one first. Browsers accept brotli only over TLS. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const COMPRESS: Record<Encoding, (bytes: Buffer, quality: Quality) => Promise<Buffer>> = {
  br: (bytes, quality) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITIES[quality] } }),
  gzip: (bytes) => deflate(bytes),
};
/** A named encoding that is not refused by a weight of zero (RFC 9110, 12.5.3). */
const ACCEPTS: Record<Encoding, RegExp> = {
  br: /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
  gzip: /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i,
};

/**
 * Bytes that are kept to be sent many times: they are compressed once for each encoding. Clients that have them already
 * get a 304.
 */
export class CachedBytes {
  readonly #bytes: Buffer;
  readonly #type: string;
  readonly #etag: string;
  readonly #quality: Quality;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** `type` is the media type. `best` is for what is sent so often that its bytes matter more than the first response. */
  constructor(bytes: Buffer, type: string, quality: Quality = 'fast') {
    this.#bytes = bytes;
    this.#type = type;
    this.#quality = quality;
    this.#etag = `W/"${hash('sha1', this.#bytes, 'base64url')}"`;
  }

  /** In bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  get text(): string {
    return this.#bytes.toString();
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ etag: this.#etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    // Other statuses have nothing to revalidate (RFC 9110, 13.2.1).
    if (reply.statusCode === 200 && listTags(headers['if-none-match']).includes(this.#etag))
      return reply.code(304).send();
    reply.type(this.#type);
    const accepted = headers['accept-encoding']?.toString() ?? '';
    const encoding = ENCODINGS.find((one) => ACCEPTS[one].test(accepted));
    if (!encoding) return reply.send(this.#bytes);
    return reply.header('content-encoding', encoding).send(await this.#compress(encoding));
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const compressed = COMPRESS[encoding](this.#bytes, this.#quality);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}

/** A JSON response that is kept: it is written once. */
export class CachedResponse extends CachedBytes {
  constructor(schema: z.ZodType, response: object) {
    const json = createSerializer(schema)({ success: true, ...response });
    super(Buffer.from(json), 'application/json; charset=utf-8');
  }
}
