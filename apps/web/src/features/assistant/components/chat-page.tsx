import { useCallback, useMemo, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { usePageRequest } from '#lib/page-request.ts';
import { useBodyMark } from '#lib/use-body-mark.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { type Command, useCommands } from '#ui/commands.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useChat, useDecision } from '../hooks/use-chat.ts';
import type { Effect } from '../model/slash-commands.ts';
import { ChatBar } from './chat-bar.tsx';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { MessageCount } from './message-count.tsx';
import { ModeBadge } from './mode-badge.tsx';
import { TurnList } from './turn-list.tsx';
import './chat-page.css';

/** The conversation with the assistant, next to the list of conversations. */
export function ChatPage() {
  const { productName } = useClientConfig();
  const isWide = useMediaQuery('(min-width: 900px)');
  const chat = useChat();
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const focusBox = useCallback(() => box.current?.focus(), []);
  const { decide, deciding } = useDecision(focusBox);
  const { send, open, conversationId } = chat;
  useBodyMark('covers-corner', !isWide);

  const fill = useCallback((words: string) => {
    setText(words);
    const { current } = box;
    current?.focus();
    // After the text is rendered.
    setTimeout(() => current?.setSelectionRange(words.length, words.length));
  }, []);
  const run = useCallback(
    (effect: Effect) => {
      if (effect.kind === 'fill') return fill(effect.text);
      if (effect.kind === 'send') send(effect.text);
      else open('new');
      focusBox();
    },
    [fill, send, open, focusBox],
  );
  usePageRequest({ ask: (words) => (words ? run({ kind: 'send', text: words }) : focusBox()) });
  useCommands(
    useMemo(
      (): Command[] => [
        { id: 'chat-write', label: 'Write a message', group: 'Chat', keys: 'c', run: focusBox },
        { id: 'chat-new', label: 'New chat', group: 'Chat', keys: 'n', run: () => run({ kind: 'new-chat' }) },
      ],
      [focusBox, run],
    ),
  );

  const hasTurns = chat.turns.length > 0 || chat.pending.length > 0;
  const answering = chat.pending.find(({ state }) => state !== 'failed');
  const list = <ConversationList current={conversationId} onNew={() => run({ kind: 'new-chat' })} />;
  const badge = chat.mode && <ModeBadge mode={chat.mode} onRun={run} />;
  const count = chat.messages && <MessageCount messages={chat.messages} />;
  return (
    <div className="chat-page">
      <PageBar>{isWide && badge}</PageBar>
      <div className="chat-page-parts">
        {isWide && (
          <nav className="chat-page-side" aria-label="Chats">
            {list}
            {count}
          </nav>
        )}
        <div className="chat-page-main">
          {!isWide && (
            <ChatBar list={list} shown={conversationId} onNew={() => run({ kind: 'new-chat' })}>
              {badge}
            </ChatBar>
          )}
          {hasTurns ? (
            <TurnList
              shown={conversationId}
              turns={chat.turns}
              pending={chat.pending}
              deciding={deciding}
              onDecide={decide}
              onRun={run}
              onRetry={chat.retry}
              onEdit={(pending) => {
                chat.drop(pending);
                fill(pending.text);
              }}
            />
          ) : (
            <div className="chat-page-empty">
              {chat.isLoading ? (
                <RowsSkeleton rows={4} label="Loading the conversation" />
              ) : chat.error ? (
                <EmptyState
                  title="The conversation could not be loaded"
                  action={
                    <>
                      <Button onClick={chat.retryLoading}>Try again</Button>
                      <Button onClick={() => run({ kind: 'new-chat' })}>New chat</Button>
                    </>
                  }
                >
                  {getMessage(chat.error, 'The server did not answer as expected.')}
                </EmptyState>
              ) : (
                <EmptyChat onRun={run} />
              )}
            </div>
          )}
          <Composer
            box={box}
            text={text}
            onText={setText}
            onRun={run}
            lastMessage={chat.pending.at(-1)?.text ?? chat.turns.at(-1)?.text ?? ''}
            onStop={answering && (() => chat.stop(answering))}
            isStopping={answering?.state === 'stopping'}
          />
          {!isWide && count}
        </div>
      </div>
      {/* Whole replies only: pieces that are being written would interrupt each other. */}
      <output aria-live="polite">
        {chat.announced && (
          <Hidden key={`${chat.announced.id} ${chat.announced.state}`}>
            {`${productName} answered: ${chat.announced.reply}`}
          </Hidden>
        )}
      </output>
    </div>
  );
}
