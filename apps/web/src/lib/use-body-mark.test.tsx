import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useBodyMark } from './use-body-mark.ts';

function Marking({ isOn = true }: { isOn?: boolean }) {
  useBodyMark('covers-corner', isOn);
  return null;
}

it('marks the body as long as one of those who do so is there', () => {
  const isMarked = () => document.body.hasAttribute('data-covers-corner');
  const first = render(<Marking />);
  const second = render(<Marking isOn={false} />);
  expect(isMarked()).toBe(true);
  second.rerender(<Marking />);
  first.unmount();
  expect(isMarked()).toBe(true);
  second.rerender(<Marking isOn={false} />);
  expect(isMarked()).toBe(false);
});
