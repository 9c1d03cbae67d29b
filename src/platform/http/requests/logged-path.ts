/**
 * The request path in a form that is safe to log. Kobo devices, feed readers and calendars can send
 * a key only in the path, and the key can be wrong.
 */
const keyInPath = /(\/(?:kobo|feeds)\/+)[^/]+/i

export const getLoggedPath = ({ url }: Request): string =>
  new URL(url).pathname.replace(keyInPath, '$1…')
