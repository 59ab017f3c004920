/** A check of the doctor found this. */
export interface Finding {
  readonly check: string;
  /** `note`: nothing is wrong, but it is worth knowing. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly said: string;
  /** A sentence that says how the operator mends it. */
  readonly todo?: string;
}

export const ok = (check: string, said: string): Finding => ({ check, state: 'ok', said });
export const note = (check: string, said: string, todo?: string): Finding => ({
  check,
  state: 'note',
  said,
  ...(todo === undefined ? {} : { todo }),
});
export const wrong = (check: string, said: string, todo: string): Finding => ({ check, state: 'wrong', said, todo });
