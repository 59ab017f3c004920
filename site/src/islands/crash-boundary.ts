import { Component, createElement, type FunctionComponent, type ReactNode } from 'react';

interface Props {
  readonly island: FunctionComponent;
  readonly props: object;
}

interface State {
  readonly error: Error | undefined;
  readonly attempt: number;
}

/** Shows that its island threw. "Try again" mounts the island again. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: undefined, attempt: 0 };

  static getDerivedStateFromError(thrown: unknown): Pick<State, 'error'> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error, attempt } = this.state;
    if (!error) return createElement(this.props.island, { ...this.props.props, key: attempt });
    const again = () => this.setState({ error: undefined, attempt: attempt + 1 });
    return createElement(
      'div',
      { className: 'failure', role: 'alert' },
      createElement('h2', null, 'This page crashed.'),
      createElement('p', null, error.message),
      createElement('button', { type: 'button', className: 'button', onClick: again }, 'Try again'),
    );
  }
}
