import { MessagesSquare, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import './chat-bar.css';

interface ChatBarProps {
  list: ReactNode;
  /** The sheet closes when another conversation is shown. */
  shown: string | null;
  onNew: () => void;
  children: ReactNode;
}

/** What is next to the conversation on wider windows. */
export function ChatBar({ list, shown, onNew, children }: ChatBarProps) {
  const [openedAt, setOpenedAt] = useState<{ readonly shown: string | null } | null>(null);
  return (
    <div className="chat-bar">
      <Button
        variant="text"
        startIcon={<MessagesSquare size={18} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpenedAt({ shown })}
      >
        Chats
      </Button>
      {children}
      <Button
        variant="text"
        className="chat-bar-new"
        startIcon={<Plus size={18} strokeWidth={1.75} aria-hidden />}
        onClick={onNew}
      >
        New chat
      </Button>
      <Sheet
        isOpen={openedAt?.shown === shown && openedAt !== null}
        onClose={() => setOpenedAt(null)}
        label="Chats"
      >
        <div className="chat-bar-list">{list}</div>
      </Sheet>
    </div>
  );
}
