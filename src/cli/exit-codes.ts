/** How the program says why it ended, in the numbers of sysexits. Documented in docs/operating.md. */
export const exitOk = 0
export const exitFailure = 1
export const exitUsage = 64
/** The database is newer than the program or was made by another. */
export const exitRefused = 65
/** The database or another service is not there. */
export const exitUnavailable = 69
/** A file could not be written. */
export const exitCannotCreate = 73
/** The settings are wrong. */
export const exitConfig = 78
