// First: the library below makes its styles when it is loaded, and they need the page's nonce.
import '../lib/csp-nonce.ts';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import toast, { Toaster as Library, type Toast } from 'react-hot-toast';

/**
 * A toast with a button counts as a custom one, whatever its kind. The library's own durations are those of the
 * specification: 4 s, success 2 s, loading until it is dismissed.
 */
const WITH_ACTION = { duration: 4_000 };

export interface Action {
  label: string;
  run: () => void;
}

/** Short messages at the edge of the page. Errors say what to do; an `action` usually offers Undo. */
export const notify = {
  success: (text: string, ...actions: Action[]) =>
    toast.success(withActions(text, actions), actions.length > 0 ? WITH_ACTION : undefined),
  error: (text: string, action?: Action) =>
    toast.error(withActions(text, action ? [action] : []), action && WITH_ACTION),
  info: (text: string, action?: Action) =>
    toast(withActions(text, action ? [action] : []), action && WITH_ACTION),
  /** Stays until it is dismissed or replaced: pass the id to `dismiss`. */
  loading: (text: string) => toast.loading(text),
  dismiss: (id?: string) => toast.dismiss(id),
  /** Removes a toast at once, so that another can replace it. */
  remove: (id: string) => {
    // The library does not notice that the pointer left a toast that is removed, and would keep all later ones.
    document
      .querySelector('[data-rht-toaster]')
      ?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
    toast.remove(id);
  },
};

/** Puts the keyboard on the first button of the newest toast that has one, or of another floating message. */
export function focusToast(): void {
  const [newest] = ['[data-rht-toaster] button', '[data-messages] button'].flatMap(
    (selector) => document.querySelector<HTMLElement>(selector) ?? [],
  );
  newest?.focus();
}

/** Like the pointer over it, the keyboard on a button keeps a toast. */
function withActions(text: string, actions: readonly Action[]) {
  if (actions.length === 0) return text;
  return (instance: Toast) => (
    <span
      style={{ display: 'flex', gap: 16, alignItems: 'center' }}
      onFocus={() => {
        toast(instance.message, { ...instance, duration: Number.POSITIVE_INFINITY });
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!instance.visible || currentTarget.contains(relatedTarget)) return;
        const soon = Date.now() - instance.createdAt + WITH_ACTION.duration;
        toast(instance.message, { ...instance, duration: soon });
      }}
    >
      {/* What people name may be one long word. */}
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text}</span>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          data-hint={action.label === 'Undo' ? 'undo' : undefined}
          style={{
            flex: 'none',
            border: 0,
            padding: '4px 0',
            background: 'none',
            color: 'var(--primary-text)',
            font: 'inherit',
            fontWeight: 550,
            cursor: 'pointer',
          }}
          onClick={() => {
            toast.dismiss(instance.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      ))}
    </span>
  );
}

/** The library keeps the newest 20 and drops older ones, as the specification asks. */
export function Toaster() {
  return (
    <Library
      position="bottom-right"
      gutter={8}
      // Above the chat button and the snackbar.
      containerStyle={{ bottom: 92, right: 24, left: 24, top: 24, zIndex: 1500 }}
      toastOptions={{
        style: {
          maxWidth: 440,
          background: 'var(--surface-3)',
          color: 'var(--text-1)',
          border: '1px solid var(--line-strong)',
          borderRadius: 10,
          padding: '8px 8px 8px 14px',
          boxShadow: 'var(--shadow-floating)',
          fontSize: 14,
          lineHeight: '20px',
          overflowWrap: 'anywhere',
        },
        success: {
          icon: <CircleCheck size={18} strokeWidth={1.75} color="var(--ok)" style={{ flex: 'none' }} />,
        },
        error: {
          icon: <TriangleAlert size={18} strokeWidth={1.75} color="var(--hard)" style={{ flex: 'none' }} />,
        },
      }}
    />
  );
}
