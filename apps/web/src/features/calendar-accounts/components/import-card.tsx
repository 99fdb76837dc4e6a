import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { useImportState } from '../hooks/use-import-state.ts';
import { importFile } from '../model/import.ts';
import { stopImport } from '../model/import-run.ts';
import { ImportOutcome } from './import-outcome.tsx';
import './import-card.css';

/** Imports events from a file, chosen with the button or dropped on the card. */
export function ImportCard() {
  const client = useQueryClient();
  const state = useImportState();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const isRunning = state.step === 'running';
  const choose = (file: File | undefined) => {
    if (file && !isRunning) void importFile(client, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Card
      aria-labelledby="import-file"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className="import-card"
      data-over={isOver || undefined}
    >
      <CardHeader
        id="import-file"
        title="Import a calendar file"
        subtitle="Events, repeating ones included. Importing a file with the same name again updates its calendar."
        action={
          <Button
            onClick={() => input.current?.click()}
            disabled={isRunning}
            startIcon={<FileUp size={16} />}
          >
            Import .ics file
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,.ical,text/calendar"
        aria-label="Calendar file"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Allows importing the same file again.
          event.target.value = '';
        }}
      />
      <ImportOutcome state={state} onCancel={stopImport} />
    </Card>
  );
}
