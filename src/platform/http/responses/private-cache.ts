/**
 * Creates headers for images and book resources that browsers cache. The cache varies by cookie, so
 * that after a sign-out the next user cannot read cached responses.
 */
export const createPrivateCacheHeaders = (caching: string) => ({
  'cache-control': `private, ${caching}`,
  vary: 'cookie',
})
