/** Primary result codes of SQLite; the extended ones carry more in the higher bits. */
const PRIMARY = 0xff;
const BUSY = 5;
const IO = 10;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

const primaryCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY : undefined;

/** Someone else holds the file. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY;

/** The file is damaged or is not a database. */
export const isDamaged = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error) ?? 0);

/** The disk itself failed, an fsync above all: what it holds is unknown from now on. A full disk is not one of these. */
export const isIoFailure = (error: unknown): boolean => primaryCode(error) === IO;
