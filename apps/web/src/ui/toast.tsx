import { CircleCheck, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
// The library's own toasts insert styles when the first one appears, and Chromium then restyles the whole page.
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { focusMain } from './focus-main.ts';
import { CircularProgress } from './progress.tsx';
import './toast.css';

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
      .querySelector('[data-toasts]')
      ?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
    toast.remove(id);
  },
};

/** Puts the keyboard on the first button of the newest toast that has one, or of another floating message. */
export function focusToast(): void {
  const [newest] = ['[data-toasts] button', '[data-messages] button'].flatMap(
    (selector) => document.querySelector<HTMLElement>(selector) ?? [],
  );
  newest?.focus();
}

/** After a key on a toast, which goes away: the keyboard is back where it was. */
function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  else focusMain();
}

/** Like the pointer over it, the keyboard on a button keeps a toast. */
function withActions(text: string, actions: readonly Action[]) {
  if (actions.length === 0) return text;
  let cameFrom: Element | null = null;
  return (instance: Toast) => (
    <span
      className="toast-offer"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom = relatedTarget;
        toast(instance.message, { ...instance, duration: Number.POSITIVE_INFINITY });
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!instance.visible || currentTarget.contains(relatedTarget)) return;
        const soon = Date.now() - instance.createdAt + WITH_ACTION.duration;
        toast(instance.message, { ...instance, duration: soon });
      }}
    >
      <span className="toast-words">{text}</span>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className="toast-action"
          data-hint={action.label === 'Undo' ? 'undo' : undefined}
          onClick={({ detail }) => {
            if (detail === 0) focusAgain(cameFrom);
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

/** As long as a toast takes to fade. */
const OPTIONS = { removeDelay: 400 };

/** The library keeps the newest 20 and drops older ones, as the specification asks. */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  return (
    <div
      data-toasts
      className="toast-stack"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((one) => (
        <ToastBar key={one.id} toast={one} />
      ))}
    </div>
  );
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

const icons: Readonly<Partial<Record<Toast['type'], React.ReactNode>>> = {
  success: <CircleCheck {...icon} color="var(--ok)" />,
  error: <TriangleAlert {...icon} color="var(--hard)" />,
  loading: <CircularProgress size={18} />,
};

const ToastBar = memo(({ toast: shown }: { toast: Toast }) => (
  <div className="toast" data-leaves={!shown.visible || undefined}>
    {icons[shown.type]}
    <div className="toast-message" {...shown.ariaProps}>
      {resolveValue(shown.message, shown)}
    </div>
  </div>
));
