import type { Conversation } from '@dayloom/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Plus, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '#lib/now.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { conversationsQuery } from '../api.ts';
import { useConversationChanges } from '../hooks/use-conversation-changes.ts';
import { groupConversations } from '../model/conversation-groups.ts';
import './conversation-list.css';

const ConversationMenu = lazy(async () => ({
  default: (await import('./conversation-menu.tsx')).ConversationMenu,
}));
const ClearAllDialog = lazy(async () => ({
  default: (await import('./clear-all-dialog.tsx')).ClearAllDialog,
}));

interface ConversationListProps {
  current: string | null;
  onNew: () => void;
}

interface OpenMenu {
  readonly conversation: Conversation;
  readonly anchor: HTMLElement;
}

/** The conversations by date, with a search in titles and messages. */
export function ConversationList({ current, onNew }: ConversationListProps) {
  const [typed, setTyped] = useState('');
  const words = useDebounced(typed.trim());
  const list = useQuery({ ...conversationsQuery(words), placeholderData: keepPreviousData });
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [isClearingAll, setIsClearingAll] = useState(false);
  const close = () => {
    setMenu(null);
    setIsClearingAll(false);
  };
  const { rename, clear, isBusy } = useConversationChanges({
    onDone: close,
    onCleared: (id) => (id === null || id === current) && onNew(),
  });
  const now = useNow();
  const groups = groupConversations(list.data ?? [], now);
  return (
    <>
      <Button fullWidth startIcon={<Plus size={16} aria-hidden />} onClick={onNew}>
        New chat
      </Button>
      <TextInput
        type="search"
        isCompact
        fullWidth
        startAdornment={<Search size={14} aria-hidden />}
        aria-label="Search chats"
        placeholder="Search chats"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list is reached by keyboard */}
      <div className="conversation-list" tabIndex={groups.length > 0 ? undefined : -1}>
        {list.isPending && <RowsSkeleton rows={3} label="Loading chats" />}
        {list.isError && (
          <p className="conversation-list-note">
            The chats could not be loaded.{' '}
            <Button size="small" onClick={() => void list.refetch()}>
              Try again
            </Button>
          </p>
        )}
        {list.data?.length === 0 && (
          <p className="conversation-list-note">
            {words ? `No chat has “${words}” in it.` : 'Your chats will be listed here.'}
          </p>
        )}
        {groups.map(({ name, conversations }) => (
          <section key={name} aria-label={name}>
            <h2 className="conversation-list-group text-caption">{name}</h2>
            <ul className="conversation-list-rows">
              {conversations.map((conversation) => (
                <li
                  key={conversation.id}
                  className="conversation-list-row"
                  data-current={conversation.id === current ? '' : undefined}
                >
                  <PageLink
                    to={`/chat?conversation=${conversation.id}`}
                    className="conversation-list-title"
                    aria-current={conversation.id === current ? 'page' : undefined}
                  >
                    {conversation.title || 'New chat'}
                  </PageLink>
                  <IconButton
                    size="small"
                    className="conversation-list-more"
                    aria-label={`More for ${conversation.title || 'New chat'}`}
                    aria-haspopup="menu"
                    aria-expanded={menu?.conversation.id === conversation.id}
                    onClick={({ currentTarget }) => setMenu({ conversation, anchor: currentTarget })}
                  >
                    <EllipsisVertical size={16} aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {words === '' && (list.data?.length ?? 0) > 1 && (
        <Button variant="text" size="small" fullWidth onClick={() => setIsClearingAll(true)}>
          Clear all chats
        </Button>
      )}
      {isClearingAll && (
        <Suspense>
          <ClearAllDialog isBusy={isBusy} onConfirm={() => clear(null)} onClose={close} />
        </Suspense>
      )}
      {menu && (
        <Suspense>
          <ConversationMenu
            {...menu}
            isBusy={isBusy}
            onClose={close}
            onRename={(title) => rename({ id: menu.conversation.id, title })}
            onClear={() => clear(menu.conversation.id)}
          />
        </Suspense>
      )}
    </>
  );
}
