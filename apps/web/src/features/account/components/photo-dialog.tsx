import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { cspNonce } from '#lib/csp-nonce.ts';
import type { PhotoSquare } from '../hooks/use-photo.ts';

const MAX_ZOOM = 4;
const STEP = 0.05;

interface PhotoDialogProps {
  /** The object URL of the picture. */
  address: string;
  isBusy: boolean;
  onSave: (square: PhotoSquare) => void;
  onClose: () => void;
  /** Called when the browser cannot decode the file. */
  onUnreadable: () => void;
}

/** Moves and zooms the picture behind a round window; the server crops it. */
export function PhotoDialog({ address, isBusy, onSave, onClose, onUnreadable }: PhotoDialogProps) {
  const titleId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);

  const save = () => {
    if (area) onSave({ x: Math.round(area.x), y: Math.round(area.y), size: Math.round(area.width) });
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>Your photo</DialogTitle>
      <DialogContent>
        <Box
          sx={{
            position: 'relative',
            height: 300,
            borderRadius: '10px',
            overflow: 'hidden',
            bgcolor: 'background.default',
          }}
        >
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            {...(cspNonce && { nonce: cspNonce })}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '', onError: onUnreadable }}
            cropperProps={{
              role: 'group',
              'aria-label': 'Part of the picture to keep; the arrow keys move it',
            }}
          />
        </Box>
        <Box sx={{ px: 1, mt: 2 }}>
          <Slider
            aria-label="Zoom"
            min={1}
            max={MAX_ZOOM}
            step={STEP}
            value={zoom}
            onChange={(_, value) => setZoom(value)}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button variant="contained" color="primary" onClick={save} disabled={isBusy || !area}>
          {isBusy ? 'Saving...' : 'Save photo'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
