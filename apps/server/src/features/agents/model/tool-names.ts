/** The tools of the MCP server itself, besides those of the features. */
export const proposalTools = {
  propose: 'propose_changes',
  commit: 'commit_proposal',
  discard: 'discard_proposal',
  undo: 'undo_change',
} as const;
