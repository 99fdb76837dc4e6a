import type { CSSProperties } from 'react';
import './slider.css';

interface SliderProps {
  'aria-label': string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
}

export function Slider({ onChange, ...rest }: SliderProps) {
  const done = ((rest.value - rest.min) / (rest.max - rest.min)) * 100;
  return (
    <input
      type="range"
      className="slider"
      style={{ '--slider-done': `${done}%` } as CSSProperties}
      {...rest}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
