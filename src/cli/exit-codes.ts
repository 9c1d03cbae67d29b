/** Exit codes from sysexits. Documented in docs/operating.md. */
export const exitOk = 0
export const exitFailure = 1
export const exitUsage = 64
/** The database is newer than this program, or belongs to a different program. */
export const exitRefused = 65
/** The database or another service is unavailable. */
export const exitUnavailable = 69
/** A file is not writable. */
export const exitCannotCreate = 73
/** The settings are invalid. */
export const exitConfig = 78
