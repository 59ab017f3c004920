import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AnswerOf, CallName, Input } from '../../../sdk/src/tidings.js';
import { useApp } from '../session/context.js';

type Given<K extends CallName> = NonNullable<Input<K>[0]>;

/** A read, kept while it is shown. Another read with the same input shares it. */
export function useCall<K extends CallName>(name: K, ...input: Input<K>): UseQueryResult<AnswerOf<K>> {
  const { tidings } = useApp();
  return useQuery({
    queryKey: [name, input[0] ?? {}],
    queryFn: ({ signal }) => tidings.call(name, ...([{ ...input[0], signal }] as unknown as Input<K>)),
  });
}

/** A change. Where the service wants a recent sign-in, a dialog requests it. The calls in `touches` are read again. */
export function useChange<K extends CallName>(
  name: K,
  ...touches: readonly CallName[]
): UseMutationResult<AnswerOf<K>, Error, Given<K>> {
  const { tidings, recent } = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given<K>) => recent(() => tidings.call(name, ...([given] as unknown as Input<K>))),
    onSuccess: () => readAgain(queries, touches),
  });
}

/** Reads these calls again where a page shows them. */
export async function readAgain(queries: QueryClient, names: readonly CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
