/**
 * The headers of a picture or a part of a book that its reader's browser keeps. Kept with the cookie that
 * it was asked for with: whoever comes after the sign-out has another or none, and the server is asked anew.
 */
export const keptByReader = (caching: string) => ({
  'cache-control': `private, ${caching}`,
  vary: 'cookie',
})
