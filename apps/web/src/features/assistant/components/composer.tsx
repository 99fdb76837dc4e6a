import { MAX_MESSAGE_CHARACTERS } from '@dayloom/contracts';
import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { getOptionId, OptionList } from '#ui/option-list.tsx';
import { type Effect, listSlashCommands, readLine } from '../model/slash-commands.ts';
import { SpeakButton } from './speak-button.tsx';
import './composer.css';

interface ComposerProps {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onRun: (effect: Effect) => void;
  /** Comes back with the up arrow. */
  lastMessage: string;
  /** Set while an answer is being written. */
  onStop: (() => void) | undefined;
  isStopping: boolean;
}

/** Makes it as high as its text; the style sheet limits it. */
function fitHeight(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}

/** The text box with its buttons, and the list of slash commands above it. */
export function Composer(props: ComposerProps) {
  const { box, text, onText, onRun, lastMessage, onStop, isStopping } = props;
  const { productName } = useClientConfig();
  const listId = useId();
  const problemId = useId();
  const [active, setActive] = useState(0);
  /** The text for which the list was closed. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const commands = text === closedFor ? [] : listSlashCommands(text);
  const isListOpen = commands.length > 0;
  const isTooLong = text.trim().length > MAX_MESSAGE_CHARACTERS;
  const index = Math.min(active, commands.length - 1);

  useLayoutEffect(() => fitHeight(box.current));

  const run = (effect: Effect) => {
    onText('');
    onRun(effect);
  };
  const submit = () => {
    if (text.trim() && !isTooLong) run(readLine(text));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const command = commands[index];
    if (isListOpen && step) setActive((index + step + commands.length) % commands.length);
    else if (command && (key === 'Tab' || (key === 'Enter' && !shiftKey))) run(command.effect);
    else if (isListOpen && key === 'Escape') setClosedFor(text);
    else if (key === 'Escape' && onStop) onStop();
    else if (key === 'ArrowUp' && text === '' && lastMessage) onText(lastMessage);
    else if (key === 'Enter' && !shiftKey) submit();
    else return;
    event.preventDefault();
  };

  return (
    <div className="composer">
      <div className="composer-column">
        <div className="composer-frame">
          <textarea
            ref={box}
            rows={1}
            data-message-box
            className="composer-box"
            aria-label={`Message ${productName}`}
            aria-invalid={isTooLong}
            aria-describedby={isTooLong ? problemId : undefined}
            // A text box keeps its role; its list of commands is named like that of a combobox.
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={isListOpen ? listId : undefined}
            aria-activedescendant={isListOpen ? getOptionId(listId, index) : undefined}
            placeholder={`Tell ${productName} what you have to do`}
            enterKeyHint="send"
            value={text}
            onChange={({ target }) => {
              onText(target.value);
              setActive(0);
              setClosedFor(null);
            }}
            onKeyDown={onKeyDown}
          />
          {isTooLong && (
            <p id={problemId} className="composer-problem" role="alert">
              {`A message has at most ${MAX_MESSAGE_CHARACTERS.toLocaleString()} characters; this one has more. Shorten it, or send it in parts.`}
            </p>
          )}
          <div className="composer-tools">
            <button
              type="button"
              className="composer-commands"
              onClick={() => {
                setClosedFor(null);
                if (text === '') onText('/');
                box.current?.focus();
              }}
              disabled={text !== '' && text !== '/'}
            >
              / commands
            </button>
            <SpeakButton text={text} onText={onText} />
            {onStop && text.trim() === '' ? (
              <button
                type="button"
                className="composer-send"
                aria-label="Stop"
                disabled={isStopping}
                onClick={onStop}
              >
                <Square size={14} fill="currentColor" aria-hidden />
              </button>
            ) : (
              <button
                type="button"
                className="composer-send"
                aria-label="Send"
                disabled={text.trim() === '' || isTooLong}
                onClick={() => {
                  submit();
                  box.current?.focus();
                }}
              >
                <ArrowUp size={18} aria-hidden />
              </button>
            )}
          </div>
        </div>
      </div>
      {isListOpen && (
        <OptionList
          id={listId}
          label="Commands"
          anchor={box}
          options={commands.map(({ name, detail }) => ({ value: name, label: name, detail }))}
          active={index}
          chosen={null}
          onChoose={(name) => {
            const command = commands.find((one) => one.name === name);
            if (command) run(command.effect);
          }}
          onClose={() => setClosedFor(text)}
        />
      )}
    </div>
  );
}
