/**
 * The script with which other sites embed a booking page. It is loaded as a classic script and defines
 * `window.Dayloom`; elements with `data-dayloom` need no script of their own:
 *
 * - `<div data-dayloom="inline" data-username="ada" data-type="30-min"></div>` shows the page in place.
 * - `<button data-dayloom="popup" data-username="ada">Book a call</button>` opens it above the page.
 * - `<div data-dayloom="button" data-username="ada" data-label="Book a call"></div>` is a button in the corner.
 *
 * `data-date`, `data-duration`, `data-name` and `data-email` fill in the form. A booking that was made is a
 * `dayloom:booked` event on the element, with `{startsAt, endsAt, status}` as its detail.
 */
(() => {
  /** What is set on an element, or given to `Dayloom.open`. */
  interface Options {
    readonly username?: string | undefined;
    readonly type?: string | undefined;
    readonly date?: string | undefined;
    readonly duration?: string | undefined;
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    readonly label?: string | undefined;
    readonly color?: string | undefined;
  }
  /** A message of the page in the frame. */
  interface Message {
    readonly dayloom?: 'height' | 'booked';
    readonly height?: number;
    readonly booking?: object;
  }
  type Windows = Window & {
    Dayloom?: { open: (options: Options) => void; mount: (root?: ParentNode) => void };
  };

  const { currentScript } = document;
  if ((window as Windows).Dayloom || !(currentScript instanceof HTMLScriptElement)) return;
  const origin = new URL(currentScript.src).origin;
  const FIELDS = ['type', 'date', 'duration', 'name', 'email'] as const;
  const MIN_HEIGHT = 420;

  const toAddress = (options: Options): string => {
    const url = new URL(`/${encodeURIComponent(options.username ?? '').replaceAll('%2B', '+')}`, origin);
    url.searchParams.set('embed', '1');
    for (const field of FIELDS) {
      const value = options[field];
      if (value) url.searchParams.set(field, value);
    }
    return url.href;
  };

  /** The frames on the page, with the element at which a booking in them is announced. */
  const frames = new Map<HTMLIFrameElement, EventTarget>();
  window.addEventListener('message', ({ source, origin: sender, data }: MessageEvent<Message | null>) => {
    const found = [...frames].find(([{ contentWindow }]) => contentWindow === source);
    if (!found || sender !== origin) return;
    const [frame, owner] = found;
    if (data?.dayloom === 'height' && typeof data.height === 'number')
      frame.style.height = `${Math.max(MIN_HEIGHT, Math.ceil(data.height))}px`;
    if (data?.dayloom === 'booked')
      owner.dispatchEvent(new CustomEvent('dayloom:booked', { bubbles: true, detail: data.booking ?? {} }));
  });

  /** A frame with the page, as high as the page. */
  const createFrame = (options: Options, owner: EventTarget): HTMLIFrameElement => {
    const frame = document.createElement('iframe');
    frame.src = toAddress(options);
    frame.title = options.label || 'Book a time';
    frame.loading = 'lazy';
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: '720px',
      border: '0',
      borderRadius: '12px',
      colorScheme: 'dark',
    });
    frames.set(frame, owner);
    return frame;
  };

  const openPopup = (options: Options, owner: EventTarget = document): void => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', options.label || 'Book a time');
    Object.assign(dialog.style, {
      boxSizing: 'border-box',
      width: '100vw',
      height: '100dvh',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: 'min(3vh, 24px) min(4vw, 40px)',
      border: '0',
      overflow: 'auto',
      background: 'rgb(5 3 12 / 70%)',
    });
    const panel = document.createElement('div');
    Object.assign(panel.style, { maxWidth: '980px', margin: '0 auto' });
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = '×';
    close.setAttribute('aria-label', 'Close');
    Object.assign(close.style, {
      display: 'block',
      margin: '0 0 8px auto',
      width: '44px',
      height: '44px',
      border: '0',
      borderRadius: '10px',
      background: '#262433',
      color: '#f2f0f8',
      font: '24px/1 system-ui, sans-serif',
      cursor: 'pointer',
    });
    const frame = createFrame(options, owner);
    panel.append(close, frame);
    dialog.append(panel);
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog || target === panel) dialog.close();
    });
    dialog.addEventListener('close', () => {
      frames.delete(frame);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  };

  const addCornerButton = (element: HTMLElement, options: Options): void => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = options.label || 'Book a time';
    Object.assign(button.style, {
      position: 'fixed',
      right: '20px',
      bottom: '20px',
      zIndex: '2147483000',
      minHeight: '48px',
      padding: '0 20px',
      border: '0',
      borderRadius: '24px',
      color: '#fff',
      background: '#7a4ff0',
      boxShadow: '0 12px 32px rgb(5 3 12 / 50%)',
      font: '600 15px/1 system-ui, sans-serif',
      cursor: 'pointer',
    });
    // Last, so that a colour that does not exist changes nothing.
    if (options.color) button.style.background = options.color;
    button.addEventListener('click', () => openPopup(options, element));
    element.append(button);
  };

  const mount = (root: ParentNode = document): void => {
    for (const element of root.querySelectorAll<HTMLElement>('[data-dayloom]:not([data-dayloom-mounted])')) {
      const options: Options = element.dataset;
      if (!options.username) {
        console.warn('Dayloom: data-username is missing', element);
        continue;
      }
      element.dataset['dayloomMounted'] = '';
      const { dayloom } = element.dataset;
      if (dayloom === 'popup')
        element.addEventListener('click', (event) => {
          // It may be a link, or a button in a form.
          event.preventDefault();
          openPopup({ ...options }, element);
        });
      else if (dayloom === 'button') addCornerButton(element, options);
      else element.append(createFrame(options, element));
    }
  };

  (window as Windows).Dayloom = { open: (options) => openPopup(options), mount };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => mount());
  else mount();
})();
