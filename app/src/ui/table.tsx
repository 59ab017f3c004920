import type { ReactNode } from 'react';

interface Props {
  readonly columns: readonly string[];
  /** Name of the last column, whose buttons need no heading that is seen. */
  readonly actions: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table of things with their buttons. On a phone each row is a small list. */
export const Table = ({ columns, actions, children }: Props) => (
  <table className="rows">
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="unseen">{actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
