/**
 * The path of a request in a form that can be logged. Kobo devices, feed readers and calendars can
 * send a key only in the path. Even a wrong key is not logged.
 */
const keyInPath = /(\/(?:kobo|feeds)\/+)[^/]+/i

export const getLoggedPath = ({ url }: Request): string =>
  new URL(url).pathname.replace(keyInPath, '$1…')
