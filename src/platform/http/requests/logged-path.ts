/** The path of a request as it may be logged. Kobo devices, feed readers and calendars cannot send a key anywhere but in the path, which can be wrong. */
const keyInPath = /(\/(?:kobo|feeds)\/+)[^/]+/i

export const getLoggedPath = ({ url }: Request): string =>
  new URL(url).pathname.replace(keyInPath, '$1…')
