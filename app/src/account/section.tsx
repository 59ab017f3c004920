import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

export function Section({ title, about, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="heading">
        <h2 id={id}>{title}</h2>
        {about ? <p className="quiet">{about}</p> : null}
      </div>
      <div className="content">{children}</div>
    </section>
  );
}
