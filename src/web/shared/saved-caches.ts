/** Names of the caches for saved books, which pages write and the service worker reads. */

export interface SavedCaches {
  /** Cache for the files of the interface, which contain no user data. */
  shell: string
  shellEntry: string
  /** Cache that records the signed-in user whose books are saved. */
  user: string
  userEntry: string
  /**
   * Prefix of the caches for books. The IDs of the user and the book follow, separated by a space.
   */
  bookPrefix: string
}

/**
 * Names the caches. Every name contains `scope`, which is the base path, because another Quire
 * instance may use the same origin.
 */
export function nameSavedCaches(scope: string): SavedCaches {
  const prefix = `quire ${scope} `
  return {
    shell: `${prefix}shell`,
    shellEntry: `${scope}offline-page`,
    user: `${prefix}user`,
    userEntry: `${scope}user`,
    bookPrefix: `${prefix}book `,
  }
}
