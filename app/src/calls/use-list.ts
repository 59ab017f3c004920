import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallName, Input, ItemOf } from '../../../sdk/src/tidings.js';
import { useApp } from '../session/context.js';

export interface List<T> {
  readonly items: readonly T[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Adds the next page. */
  more(): void;
  /** Reads all pages again. */
  retry(): void;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** A list of the API, page after page by its cursor. */
export function useList<K extends CallName>(name: K, ...[given]: Input<K>): List<ItemOf<K>> {
  const { tidings } = useApp();
  const query = useInfiniteQuery({
    queryKey: [name, given ?? {}, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }): Promise<Page<ItemOf<K>>> => {
      const first = (given as { readonly query?: object } | undefined)?.query;
      const query = pageParam === undefined ? first : { ...first, cursor: pageParam };
      const answer = await tidings.call(name, ...([{ ...given, query, signal }] as unknown as Input<K>));
      const members = answer as unknown as Readonly<Record<string, unknown>>;
      const items = (Object.values(members).find(Array.isArray) ?? []) as readonly ItemOf<K>[];
      return { items, next: members.next_cursor as string | undefined };
    },
    getNextPageParam: ({ next }) => next,
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isPending,
    error: query.error ?? undefined,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
