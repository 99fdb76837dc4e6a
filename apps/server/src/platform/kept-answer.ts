import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { createSerializer } from './serialize-answer.ts';

const compress = promisify(brotliCompress);
/** What the server uses for answers that it sends once. */
const QUALITY = 4;
const ACCEPTS_BROTLI = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** A JSON answer that is kept to be sent many times: it is written once, and compressed once. */
export class KeptAnswer {
  readonly #text: string;
  #compressed: Promise<Buffer> | null = null;

  constructor(schema: z.ZodType, answer: object) {
    this.#text = createSerializer(schema)({ success: true, ...answer });
  }

  /** In characters. */
  get size(): number {
    return this.#text.length;
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.type('application/json; charset=utf-8').serializer(String);
    if (!ACCEPTS_BROTLI.test(headers['accept-encoding']?.toString() ?? '')) return reply.send(this.#text);
    this.#compressed ??= compress(this.#text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
    const compressed = await this.#compressed;
    return reply.header('content-encoding', 'br').header('vary', 'accept-encoding').send(compressed);
  }
}
