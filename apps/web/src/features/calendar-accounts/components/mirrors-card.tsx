import type { Calendar, CalendarAccount, CalendarMirror } from '@dayloom/contracts';
import { ArrowRight, Copy } from 'lucide-react';
import { useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useAddMirror, useRemoveMirror } from '../hooks/use-connection-changes.ts';
import { useAllCalendars } from '../hooks/use-connections.ts';
import { InlineForm } from './inline-form.tsx';
import './mirrors-card.css';

const BLOCKS = 'planned-blocks';
const blocksName = 'Planned task blocks';

interface MirrorsCardProps {
  mirrors: readonly CalendarMirror[];
  accounts: readonly CalendarAccount[];
}

/** Busy time of one calendar, or the plan, shown in another one: for colleagues who look only there. */
export function MirrorsCard({ mirrors, accounts }: MirrorsCardProps) {
  const { data } = useAllCalendars();
  const remove = useRemoveMirror();
  const [isAdding, setIsAdding] = useState(false);
  const calendars = data?.calendars ?? [];
  const getName = (id: string | null) => {
    if (id === null) return blocksName;
    const calendar = calendars.find(({ _id }) => _id === id);
    return calendar ? fullName(calendar, accounts) : 'A calendar';
  };
  const targets = calendars.filter(({ kind, isWritable }) => kind === 'connected' && isWritable);
  return (
    <Card aria-labelledby="mirrors">
      <CardHeader
        id="mirrors"
        title="Mirrors"
        subtitle="Show when you are busy in another calendar, as 'Busy' without details, or show your planned blocks there. Kept up to date automatically."
        action={
          !isAdding &&
          targets.length > 0 && (
            <Button onClick={() => setIsAdding(true)} startIcon={<Copy size={16} aria-hidden />}>
              Add a mirror
            </Button>
          )
        }
      />
      {mirrors.map(({ _id, sourceCalendarId, targetCalendarId }) => {
        const [from, to] = [getName(sourceCalendarId), getName(targetCalendarId)];
        return (
          <CardRow key={_id} className="mirrors-card-mirror">
            <div className="mirrors-card-from-to">
              <span>{from}</span>
              <ArrowRight size={14} aria-label="mirrored to" />
              <span>{to}</span>
            </div>
            <Button
              size="small"
              disabled={remove.isPending && remove.variables === _id}
              aria-label={`Remove the mirror of ${from} in ${to}`}
              onClick={() => remove.mutate(_id)}
            >
              Remove
            </Button>
          </CardRow>
        );
      })}
      {isAdding && (
        <NewMirror
          calendars={calendars}
          targets={targets}
          getName={(calendar) => fullName(calendar, accounts)}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Card>
  );
}

function fullName({ name, accountId }: Calendar, accounts: readonly CalendarAccount[]): string {
  const account = accounts.find(({ id }) => id === accountId);
  return account && account.email !== name ? `${name} (${account.email})` : name;
}

interface NewMirrorProps {
  calendars: readonly Calendar[];
  targets: readonly Calendar[];
  getName: (calendar: Calendar) => string;
  onClose: () => void;
}

function NewMirror({ calendars, targets, getName, onClose }: NewMirrorProps) {
  const add = useAddMirror();
  const [source, setSource] = useState(BLOCKS);
  const [chosen, setChosen] = useState('');
  const possible = targets.filter(({ _id }) => _id !== source);
  const target = possible.find(({ _id }) => _id === chosen)?._id ?? possible[0]?._id ?? '';
  return (
    <InlineForm
      problem={add.isError ? getMessage(add.error, 'The mirror could not be set up.') : undefined}
      submitLabel="Start mirroring"
      isDisabled={!target || add.isPending}
      onSubmit={() =>
        add.mutate({ source: source === BLOCKS ? null : source, target }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <SelectField
        label="Mirror"
        value={source}
        options={[
          { value: BLOCKS, label: blocksName },
          ...calendars.map((one) => ({ value: one._id, label: `Busy time of ${getName(one)}` })),
        ]}
        onChange={setSource}
      />
      <SelectField
        label="Into"
        value={target}
        options={possible.map((one) => ({ value: one._id, label: getName(one) }))}
        onChange={setChosen}
        hint="Everyone who sees that calendar sees the mirrored events."
      />
    </InlineForm>
  );
}
