import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { type Block, type Inline, readMarkdown } from '../model/markdown.ts';
import './markdown.css';

/** Rendered notes. Raw HTML is shown as text. */
export function Markdown({ source }: { source: string }) {
  // Parts of the text have no key but their index.
  return (
    <div className="markdown">
      {readMarkdown(source).map((block, index) =>
        createElement(Fragment, { key: index }, renderBlock(block)),
      )}
    </div>
  );
}

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level < 3 ? <h3>{inlines(block.children)}</h3> : <h4>{inlines(block.children)}</h4>;
    case 'paragraph':
      return <p>{renderLines(block.lines)}</p>;
    case 'quote':
      return <blockquote>{renderLines(block.lines)}</blockquote>;
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, and what scrolls has to take the focus (WCAG 2.1.1)
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'rule':
      return <hr />;
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        null,
        block.items.map(({ isChecked, children }, index) =>
          createElement(
            'li',
            { key: index, className: isChecked === null ? undefined : 'markdown-check' },
            isChecked !== null && (isChecked ? '☑ ' : '☐ '),
            inlines(children),
          ),
        ),
      );
  }
}

function renderLines(lines: readonly Inline[][]): ReactNode {
  return lines.map((line, index) =>
    createElement(Fragment, { key: index }, index > 0 && <br />, inlines(line)),
  );
}

function inlines(parts: readonly Inline[]): ReactNode {
  return parts.map((part, index) => createElement(Fragment, { key: index }, renderInline(part)));
}

function renderInline(part: Inline): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return <code>{part.text}</code>;
  if (part.kind !== 'link') return createElement(part.kind, null, inlines(part.children));
  return (
    <Link href={part.href} target="_blank" rel="noopener noreferrer nofollow">
      {inlines(part.children)}
    </Link>
  );
}
