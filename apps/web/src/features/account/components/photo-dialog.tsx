import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { cspNonce } from '#lib/csp-nonce.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Slider } from '#ui/slider.tsx';
import type { PhotoSquare } from '../hooks/use-photo.ts';
import './photo-dialog.css';

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
        <div className="photo-dialog-picture">
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
              'aria-label': 'Area to keep; the arrow keys move it',
            }}
          />
        </div>
        <div className="photo-dialog-zoom">
          <Slider aria-label="Zoom" min={1} max={MAX_ZOOM} step={STEP} value={zoom} onChange={setZoom} />
        </div>
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
