import { Component, type ReactNode } from 'react';

interface Props {
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/** A schema that breaks the form is edited as JSON. */
export class FormBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailed();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
