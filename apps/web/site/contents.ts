/** The table of contents of the docs: which Markdown files are in which group, in this order. */
export const DOC_GROUPS: readonly {
  readonly title: string;
  readonly summary: string;
  /** Paths from the root of the repository. A pattern adds the files that no earlier line names, by name. */
  readonly files: readonly string[];
}[] = [
  {
    title: 'Using it',
    summary: 'From the first week to shortcuts, for everybody who plans with it.',
    files: [
      'docs/guide/getting-started.md',
      'docs/guide/tasks.md',
      'docs/guide/connected-calendars.md',
      'docs/guide/planning.md',
      'docs/guide/booking.md',
      'docs/guide/focus-and-dashboard.md',
      'docs/guide/assistant.md',
      'docs/guide/import-and-export.md',
      'docs/guide/settings.md',
      'docs/guide/shortcuts.md',
      'docs/guide/!(command-line).md',
    ],
  },
  {
    title: 'Claude, ChatGPT and other agents',
    summary: 'Connect an app that speaks the Model Context Protocol.',
    files: ['docs/guide/agents/README.md', 'docs/guide/agents/*.md'],
  },
  {
    title: 'Running it yourself',
    summary: 'Data, backup, a proxy, several processes, and every setting.',
    files: [
      'docs/operations/running.md',
      'docs/operations/environment.md',
      'docs/operations/language-model.md',
      'docs/operations/security.md',
      'docs/operations/!(authorisation).md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Building on it',
    summary: 'The API, the MCP server, the command line and the packages.',
    files: [
      'docs/api.md',
      'docs/operations/authorisation.md',
      'docs/mcp.md',
      'docs/guide/command-line.md',
      'docs/planner.md',
      'docs/language-model.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'docs/glossary.md',
      'docs/*.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'What we measured',
    summary: 'Reports with the commands that repeat them.',
    files: ['docs/reports/*.md'],
  },
];

export const DECISIONS = 'docs/decisions/*.md';
