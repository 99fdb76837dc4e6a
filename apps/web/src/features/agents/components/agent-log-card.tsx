import type { AgentCall } from '@dayloom/contracts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useCalls, useUndoCall } from '../hooks/use-agents.ts';
import { describeCall, describeState, formatMoment } from '../model/call-words.ts';
import './agent-log-card.css';

const FIRST = 10;
const MOST = 100;
const shown = [
  { value: 'changes', label: 'Changes' },
  { value: 'all', label: 'Everything' },
] as const;

/** What apps and API tokens did through MCP. */
export function AgentLogCard() {
  const [kind, setKind] = useState<(typeof shown)[number]['value']>('changes');
  const [limit, setLimit] = useState(FIRST);
  const { data: calls, isError, refetch } = useCalls({ limit, isChange: kind === 'changes' });
  const undo = useUndoCall();
  return (
    <Card aria-labelledby="agent-log">
      <CardHeader
        id="agent-log"
        title="What agents did"
        subtitle="Calls of connected apps and API tokens through MCP. They are kept for 90 days."
        action={<SegmentedControl label="Show" value={kind} options={shown} onChange={setKind} />}
      />
      {isError && !calls && (
        <CardBody role="alert">
          The calls could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </CardBody>
      )}
      {calls?.length === 0 && <CardBody className="agent-log-card-empty">Nothing yet.</CardBody>}
      {calls && calls.length > 0 && (
        <ul className="agent-log-card-list" aria-label="Calls of agents">
          {calls.map((call) => (
            <CallRow
              key={call._id}
              call={call}
              isUndoing={undo.isPending}
              onUndo={() => undo.mutate(call._id)}
            />
          ))}
        </ul>
      )}
      {calls && calls.length === limit && limit < MOST && (
        <CardRow>
          <Button variant="text" size="small" onClick={() => setLimit(MOST)}>
            Show more
          </Button>
        </CardRow>
      )}
    </Card>
  );
}

interface CallRowProps {
  call: AgentCall;
  isUndoing: boolean;
  onUndo: () => void;
}

function CallRow({ call, isUndoing, onUndo }: CallRowProps) {
  const state = describeState(call);
  const words = describeCall(call);
  return (
    <li>
      <CardRow className="agent-log-card-row">
        <div className="agent-log-card-words">
          <div>{words}</div>
          <div className="agent-log-card-facts text-caption">
            {`${call.agent.name} · ${call.tool} · `}
            <time dateTime={call.createdAt} className="n">
              {formatMoment(call.createdAt)}
            </time>
          </div>
        </div>
        {state && <Chip tone={call.state === 'failed' ? 'soft' : 'neutral'}>{state}</Chip>}
        {call.isUndoable && (
          <Button size="small" aria-label={`Undo: ${words}`} disabled={isUndoing} onClick={onUndo}>
            Undo
          </Button>
        )}
      </CardRow>
    </li>
  );
}
