import type { Block } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { getMessage } from '#lib/api.ts';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { colors, radius } from '#ui/tokens.ts';
import { useExplanation } from '../api.ts';
import { momentInWords } from '../model/plan-items.ts';
import { type NewPlace, WhyNot } from './why-not.tsx';

interface WhyCardProps {
  block: Block;
  /** Null for a fixed block: no other times are searched. */
  onPlace: ((place: NewPlace, doOthersMove: boolean) => void) | null;
}

/** The places that were tried in order of time, and why each was rejected. */
export function WhyCard({ block, onPlace }: WhyCardProps) {
  const { data, error, isPending, refetch } = useExplanation(block._id, block.version);
  const places = data?.explanation.places ?? [];
  return (
    <Box
      component="section"
      aria-labelledby="why-here"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.card,
        bgcolor: 'background.paper',
        p: '14px 14px 10px',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="h3" id="why-here" sx={{ m: 0, typography: 'h3', flex: 1 }}>
          Why here?
        </Box>
        {data && data.explanation.placesTried > 1 && (
          <Box component="span" className="n" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {data.explanation.placesTried} places tried
          </Box>
        )}
      </Box>
      {isPending ? (
        <RowsSkeleton rows={3} label="Loading the times that were tried" />
      ) : error ? (
        <Box role="alert" sx={{ typography: 'body2', color: 'text.secondary', my: 1 }}>
          {getMessage(error, 'The reason could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        <>
          <Box sx={{ typography: 'body2', color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere' }}>
            {data.explanation.summary}
          </Box>
          <Box component="ol" sx={{ listStyle: 'none', m: '6px 0 0', p: 0 }}>
            {places.map((place) => (
              <Box
                component="li"
                key={`${place.startsAt} ${place.endsAt} ${place.headline}`}
                sx={{
                  display: 'flex',
                  gap: 1.25,
                  py: '7px',
                  '& + &': { borderTop: 1, borderColor: 'divider' },
                }}
              >
                <Box
                  component="time"
                  dateTime={place.startsAt}
                  className="n"
                  sx={{ flex: 'none', width: 70, fontSize: '0.75rem' }}
                  style={{ color: place.isChosen ? colors.primaryText : colors.text2 }}
                >
                  {momentInWords(place.startsAt)}
                </Box>
                <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Box sx={{ typography: 'body2', fontWeight: place.isChosen ? 550 : 400 }}>
                    {place.headline}
                  </Box>
                  {place.detail && (
                    <Box sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
                      {place.detail}
                    </Box>
                  )}
                </Box>
              </Box>
            ))}
          </Box>
        </>
      )}
      {onPlace && <WhyNot block={block} onPlace={onPlace} />}
    </Box>
  );
}
