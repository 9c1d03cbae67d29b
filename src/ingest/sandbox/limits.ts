/** What one program may use, for its whole life unless stated otherwise. */
const mebibyte = 1024 * 1024

export const maxLineBytes = mebibyte
/** Everything that it writes, on all streams. */
export const maxOutputBytes = 100 * mebibyte
export const maxOpenCalls = 32
export const maxCallsPerSecond = 50
export const maxOpenFetches = 32
/** Of a request or a response. */
export const maxBodyBytes = 8 * mebibyte
/** A request with a body of that size, base64, and its headers. */
export const maxControlLineBytes = 12 * mebibyte
/** Answers that it does not read. */
export const maxUnreadBytes = 96 * mebibyte
export const maxLogLines = 200
export const maxLogLineLength = 2000
/** Until its code runs, on a busy machine. */
export const startTimeoutMs = 60_000
/** Between the request to end and the kill. */
export const endTimeoutMs = 2000
/** Files that it keeps. */
export const maxDataBytes = 64 * mebibyte
export const maxDataFiles = 10_000
