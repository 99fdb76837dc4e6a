import type * as Graph from '@microsoft/microsoft-graph-types';
import type { GraphCall } from './graph-calls.ts';
import { findProblem } from './graph-failure.ts';

/** Graph's limit for one call, also used as the limit of what is stored for one event. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * The attachments of an event. Links, other items and attachments that are too large come without their
 * content.
 */
export async function readAttachments(call: GraphCall, eventPath: string): Promise<Graph.FileAttachment[]> {
  const listed = await call<{ value: Graph.FileAttachment[] }>({
    method: 'get',
    path: `${eventPath}/attachments?$select=id,name,contentType,size,isInline`,
  });
  const attachments: Graph.FileAttachment[] = [];
  let left = MAX_BYTES;
  for (const { id, name, size } of listed.value) {
    if (!id || (size ?? 0) > left) {
      attachments.push({ name: name ?? '' });
      continue;
    }
    left -= size ?? 0;
    attachments.push(
      await call<Graph.FileAttachment>({
        method: 'get',
        path: `${eventPath}/attachments/${encodeURIComponent(id)}`,
      }),
    );
  }
  return attachments;
}

/** Adds attachments to an event. Returns the names of those that failed. */
export async function putAttachments(
  call: GraphCall,
  eventPath: string,
  attachments: readonly Graph.FileAttachment[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { name, contentType, isInline, contentId, contentBytes } of attachments) {
    if (!contentBytes) {
      lost.push(name ?? '');
      continue;
    }
    const body = {
      '@odata.type': '#microsoft.graph.fileAttachment',
      name,
      contentType,
      isInline,
      contentId,
      contentBytes,
    };
    try {
      await call({ method: 'post', path: `${eventPath}/attachments`, body });
    } catch (error) {
      const status = findProblem(error)?.status ?? 0;
      if (status < 400 || status >= 500 || status === 401 || status === 429) throw error;
      lost.push(name ?? '');
    }
  }
  return lost;
}
