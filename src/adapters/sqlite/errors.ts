/** Primary result codes of SQLite; the extended ones carry more in the higher bits. */
const PRIMARY = 0xff;
const PERMISSION = 3;
const BUSY = 5;
const READ_ONLY = 8;
const IO = 10;
const CORRUPT = 11;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

const primaryCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & PRIMARY : undefined;

/** Someone else holds the file. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY;

/** The file is damaged or is not a database. */
export const isDamaged = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error) ?? 0);

/** The file or its folder does not let this user read and write it. */
export const isForbidden = (error: unknown): boolean =>
  [PERMISSION, READ_ONLY, CANNOT_OPEN].includes(primaryCode(error) ?? 0);

/** The disk itself failed, an fsync above all: what it holds is unknown from now on. A full disk is not one of these. */
export const isIoFailure = (error: unknown): boolean => primaryCode(error) === IO || isFailedSync(error);

const isFailedSync = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'fdatasync';
