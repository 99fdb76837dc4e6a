import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Markdown } from './markdown.tsx';
import { SectionTitle } from './section-title.tsx';
import './notes-field.css';

interface NotesFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}

/** Markdown, to edit and to read. */
export function NotesField({ value, problem, onChange }: NotesFieldProps) {
  const [isReading, setIsReading] = useState(value.trim() !== '');
  const id = useId();
  return (
    <section>
      <SectionTitle
        title={<label htmlFor={isReading ? undefined : id}>Notes</label>}
        action={
          value.trim() !== '' && (
            <Button
              className="notes-field-switch"
              size="small"
              variant="text"
              onClick={() => setIsReading(!isReading)}
            >
              {isReading ? 'Edit notes' : 'Preview'}
            </Button>
          )
        }
      />
      {isReading && value.trim() !== '' ? (
        <Markdown source={value} />
      ) : (
        <textarea
          className="notes-field-text"
          id={id}
          value={value}
          maxLength={20_000}
          placeholder="Markdown: **bold**, - list, [link](https://…)"
          aria-invalid={problem !== undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {problem && (
        <div role="alert" className="notes-field-problem text-caption">
          {problem}
        </div>
      )}
    </section>
  );
}
