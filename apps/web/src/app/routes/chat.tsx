import { ChatPage } from '#features/assistant/components/chat-page.tsx';

export function ChatRoute() {
  return <ChatPage />;
}
