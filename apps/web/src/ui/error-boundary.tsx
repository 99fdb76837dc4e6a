import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** With another value, the children are rendered again. */
  resetOn?: unknown;
}

interface State {
  error: { value: unknown } | null;
  resetOn: unknown;
}

/** Catches render errors of its children; `retry` renders them again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetOn: this.props.resetOn };

  static getDerivedStateFromError(value: unknown) {
    return { error: { value } };
  }

  static getDerivedStateFromProps({ resetOn }: Props, before: State): State | null {
    return resetOn === before.resetOn ? null : { error: null, resetOn };
  }

  override render() {
    const { error } = this.state;
    return error
      ? this.props.fallback(error.value, () => this.setState({ error: null }))
      : this.props.children;
  }
}
