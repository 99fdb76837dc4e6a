import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

/** Catches render errors of its children; `retry` renders them again. */
export class ErrorBoundary extends Component<Props, { error: { value: unknown } | null }> {
  override state = { error: null as { value: unknown } | null };

  static getDerivedStateFromError(value: unknown) {
    return { error: { value } };
  }

  override render() {
    const { error } = this.state;
    return error
      ? this.props.fallback(error.value, () => this.setState({ error: null }))
      : this.props.children;
  }
}
