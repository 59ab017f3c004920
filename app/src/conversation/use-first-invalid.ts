import { type RefObject, useEffect, useRef } from 'react';

/** After a refused form its first wrong field has the focus. Each other `refusal` is a new one. */
export function useFirstInvalid(refusal: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);
  return form;
}
