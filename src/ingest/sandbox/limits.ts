/** Limits for one program, for its entire lifetime unless stated otherwise. */
const mebibyte = 1024 * 1024

export const maxLineBytes = mebibyte
/** Limit for everything that the program writes, on all streams. */
export const maxOutputBytes = 100 * mebibyte
export const maxOpenCalls = 32
export const maxCallsPerSecond = 50
export const maxOpenFetches = 32
/** Maximum size of the body of a request or response. */
export const maxBodyBytes = 8 * mebibyte
/** Large enough for a request with a body of maximum size in Base64, and its headers. */
export const maxControlLineBytes = 12 * mebibyte
/** Limit for responses that the program has not read. */
export const maxUnreadBytes = 96 * mebibyte
export const maxLogLines = 200
export const maxLogLineLength = 2000
/** Maximum time until the program's code runs, even on a busy machine. */
export const startTimeoutMs = 60_000
/** Maximum time between requesting shutdown and killing the program. */
export const endTimeoutMs = 2000
/** Limits for the files that the program stores. */
export const maxDataBytes = 64 * mebibyte
export const maxDataFiles = 10_000
