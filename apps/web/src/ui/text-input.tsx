import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import './text-input.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'ref'> {
  ref?: Ref<HTMLInputElement> | undefined;
  /** Whether the value has a problem. */
  error?: boolean;
  fullWidth?: boolean;
  /** Shown before the text. */
  startAdornment?: ReactNode;
  /** Shown after the text; a button of the field. */
  endAdornment?: ReactNode;
  /** Lower, for rows of small controls. */
  isCompact?: boolean | undefined;
  /** A field of several lines, which grows with its text. */
  multiline?: boolean;
  rows?: number;
}

/** A text field without a label. The properties go to the `input`, the class to the box around it. */
export function TextInput(props: TextInputProps) {
  const { error, fullWidth, startAdornment, endAdornment, multiline, rows, isCompact, className, ...rest } =
    props;
  const input = { ...rest, 'aria-invalid': error ?? false };
  return (
    <div
      className={clsx(
        'text-input',
        fullWidth && 'text-input-wide',
        isCompact && 'text-input-compact',
        className,
      )}
    >
      {startAdornment && <span className="text-input-start">{startAdornment}</span>}
      {multiline ? (
        <Lines {...(input as ComponentProps<'textarea'>)} rows={rows} />
      ) : (
        <input type="text" {...input} />
      )}
      {endAdornment}
    </div>
  );
}

function Lines(props: ComponentProps<'textarea'>) {
  const element = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  });
  return <textarea {...props} ref={element} />;
}
