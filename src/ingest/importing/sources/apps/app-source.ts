/** Code shared by the sources for all reading apps. */
import type { AppKind, OpenSource } from '../../neutral-form'

/** The account that an app's data belongs to. */
export interface AppOwner {
  userId: string
  username: string
}

type CommonParts = Omit<OpenSource, 'books' | 'readings' | 'personal' | 'lists' | 'leftOut'>

/**
 * Builds the parts that all apps share. The same file in another account counts as another
 * installation, because facts belong to accounts.
 */
export const createAppSource = (kind: AppKind, { userId, username }: AppOwner): CommonParts => ({
  kind,
  instance: userId,
  version: '?',
  libraries: [],
  people: [
    {
      foreignId: userId,
      name: username,
      email: '',
      passwordHash: null,
      isAdmin: false,
      isActive: true,
      libraryIds: null,
      ageLimit: null,
      deniedLabels: [],
      allowedLabels: [],
    },
  ],
  series: () => [],
  bookEdits: () => [],
  covers: () => [],
  close: () => undefined,
})
