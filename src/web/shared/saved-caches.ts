/** Names of the caches for saved books, which pages write and the service worker reads. */

export interface SavedCaches {
  /** Files of the interface, without user data. */
  shell: string
  shellEntry: string
  /** Record of the signed-in user whose books are saved. */
  user: string
  userEntry: string
  /** Prefix, followed by the IDs of the user and the book with a space in between. */
  bookPrefix: string
}

/**
 * Every name contains the scope, which is the base path, because another Quire instance may use the
 * same origin.
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
