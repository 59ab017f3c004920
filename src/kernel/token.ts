/** The name under which something is provided, with the type of what is provided. */
export type Token<T> = symbol & { readonly __provides?: T };

/** Each call makes a distinct token, also for an equal name. */
export const token = <T>(name: string): Token<T> => Symbol(name) as Token<T>;
