import { Component, createElement, type FunctionComponent, type ReactNode } from 'react';

interface Props {
  readonly island: FunctionComponent;
  readonly props: object;
  /** Whether the island is what its page is for, so that its crash is a page of its own. */
  readonly isPage: boolean;
}

const TITLE = 'This page crashed.';

interface State {
  readonly error: Error | undefined;
  readonly attempt: number;
}

/** Shows that its island threw: in its place, or as the whole page. "Try again" mounts the island again. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: undefined, attempt: 0 };
  private readonly title = document.title;

  static getDerivedStateFromError(thrown: unknown): Pick<State, 'error'> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  /** An island may throw at its first rendering. */
  override componentDidMount(): void {
    this.nameDocument();
  }

  override componentDidUpdate(): void {
    this.nameDocument();
  }

  private nameDocument(): void {
    if (this.props.isPage) document.title = this.state.error ? TITLE : this.title;
  }

  override render(): ReactNode {
    const { error, attempt } = this.state;
    const { island, props, isPage } = this.props;
    if (!error) return createElement(island, { ...props, key: attempt });
    const again = () => this.setState({ error: undefined, attempt: attempt + 1 });
    return createElement(
      'div',
      { className: isPage ? 'failure crashed-page' : 'failure', role: 'alert' },
      createElement(isPage ? 'h1' : 'h2', null, TITLE),
      createElement('p', null, error.message),
      createElement('button', { type: 'button', className: 'button', onClick: again }, 'Try again'),
    );
  }
}
