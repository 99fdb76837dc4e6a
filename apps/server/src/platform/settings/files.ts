import { z } from 'zod';
import { address } from './kinds.ts';

/** Storage of uploaded files. */
export const fileSettings = {
  S3_ENDPOINT: address
    .optional()
    .describe('An S3-compatible service for uploaded photos, without the bucket. Unset: `DATA_DIR/files`.'),
  S3_BUCKET: z.string().min(1).optional().describe('Its bucket.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Its region.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Its key.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe("The key's secret."),
};
