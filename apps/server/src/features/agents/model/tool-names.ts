/** The tools of the MCP server itself, beside those of the features. */
export const proposalTools = {
  propose: 'propose_changes',
  commit: 'commit_proposal',
  discard: 'discard_proposal',
  undo: 'undo_change',
} as const;
