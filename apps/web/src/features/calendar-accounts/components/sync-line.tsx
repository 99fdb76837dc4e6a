import Box from '@mui/material/Box';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { SyncTone, SyncWords } from '../model/sync-words.ts';

const dots: Partial<Record<SyncTone, string>> = {
  ok: 'success.main',
  busy: 'secondary.light',
  off: 'text.disabled',
};
const colors: Partial<Record<SyncTone, string>> = { soft: 'warning.main', hard: 'error.main' };
const icons = { soft: CircleAlert, hard: TriangleAlert };

/** A sync status: a coloured mark, the state and its details. */
export function SyncLine({ words, id }: { words: SyncWords; id?: string }) {
  const { tone, text, more } = words;
  const Icon = tone === 'soft' || tone === 'hard' ? icons[tone] : null;
  return (
    <Box
      id={id}
      className="n"
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        gap: 0.75,
        typography: 'caption',
        fontWeight: 400,
        color: 'text.secondary',
      }}
    >
      {Icon ? (
        <Box
          component="span"
          sx={{ display: 'flex', alignSelf: 'flex-start', pt: '1px', color: colors[tone] }}
        >
          <Icon size={14} aria-hidden />
        </Box>
      ) : (
        <Box
          component="span"
          sx={{ width: 7, height: 7, borderRadius: 99, flex: 'none', bgcolor: dots[tone], mb: '1px' }}
        />
      )}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: colors[tone] ?? 'inherit' }}>
          {text}
        </Box>
        {more.length > 0 && ` · ${more.join(' · ')}`}
      </Box>
    </Box>
  );
}
