/** Names of the caches for saved books, which pages write and the service worker reads. */

export interface SavedCaches {
  /** The interface itself. Contains no user data. */
  shell: string
  shellEntry: string
  /** The signed-in user whose books are saved. */
  user: string
  userEntry: string
  /** Followed by the IDs of the user and the book, with a space in between. */
  bookPrefix: string
}

/** The scope is the base path. It is a part of all names: another Quire may use the same origin. */
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
