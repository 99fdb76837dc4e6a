import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { notify } from '#ui/toast.tsx';
import { useEventTypes } from '../hooks/use-event-types.ts';
import { type EmbedForm, toFrameAddress, toSnippet } from '../model/embedding.ts';
import './embed-card.css';

const COPIED_MS = 2_000;

const FORMS = [
  { value: 'inline', label: 'In the page' },
  { value: 'popup', label: 'Popup' },
  { value: 'button', label: 'Floating button' },
] as const;

/** Made by `/embed.js`. */
type Windows = Window & { Dayloom?: { open: (options: { username: string; type: string }) => void } };

/** The HTML that shows the booking page on another site, and the page as visitors see it there. */
export function EmbedCard({ address }: { address: string }) {
  const { eventTypes } = useEventTypes();
  const [form, setForm] = useState<EmbedForm>('inline');
  const [type, setType] = useState('');
  const [label, setLabel] = useState('Book a time');
  const [isTried, setIsTried] = useState(false);
  const snippet = toSnippet({ form, address, type, label });
  const tryIt = async () => {
    if (form === 'inline') return setIsTried(true);
    try {
      await loadScript(new URL('/embed.js', address).href);
      (window as Windows).Dayloom?.open({ username: new URL(address).pathname.slice(1), type });
    } catch {
      notify.error('The preview could not be loaded. Try again in a moment.');
    }
  };
  return (
    <Card aria-labelledby="embed">
      <CardHeader
        id="embed"
        title="On your website"
        subtitle="Copy this HTML into a page of your site. Visitors book without leaving it."
      />
      <CardBody className="embed-card-body">
        <SegmentedControl
          options={FORMS}
          value={form}
          label="How it is shown"
          onChange={(next) => {
            setForm(next);
            setIsTried(false);
          }}
        />
        <div className="embed-card-fields">
          <SelectField
            label="Event type"
            value={type}
            options={[
              { value: '', label: 'All of them' },
              ...(eventTypes ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
            ]}
            onChange={setType}
          />
          {form !== 'inline' && (
            <Field
              label="Text of the button"
              value={label}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          )}
        </div>
        <pre
          className="embed-card-snippet"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by the keyboard
          tabIndex={0}
          aria-label="HTML to copy"
        >
          {snippet}
        </pre>
        <div className="embed-card-actions">
          <CopyButton text={snippet} holdMs={COPIED_MS} label="Copy the HTML" />
          <Button onClick={() => void tryIt()}>Try it</Button>
        </div>
        {isTried && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, which calls the API as other sites let it
          <iframe
            className="embed-card-preview"
            title="Your booking page, as your site shows it"
            src={toFrameAddress(address, type)}
          />
        )}
      </CardBody>
    </Card>
  );
}

function loadScript(src: string): Promise<void> {
  if ((window as Windows).Dayloom) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });
}
