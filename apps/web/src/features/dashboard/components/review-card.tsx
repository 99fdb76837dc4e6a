import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { describeWeek } from '../model/week.ts';

/** At the end of a week and the beginning of the next one. */
export function ReviewCard({ week, onOpen }: { week: string; onOpen: (week: string) => void }) {
  return (
    <Card aria-labelledby="review-due">
      <CardHeader
        id="review-due"
        title="Look back on your week"
        subtitle={`${describeWeek(week)}: what was done, was carried over and comes next.`}
        action={
          <Button variant="contained" size="small" onClick={() => onOpen(week)}>
            Review
          </Button>
        }
      />
    </Card>
  );
}
