import type { Viewer } from '../../../accounts/permissions/model'
import type { User } from '../../../accounts/users/model'

/**
 * Builds a user in Komga's format. The roles depend on the given permissions, which may be limited
 * by an API key.
 */
export function buildUserDto(
  { id, email, username }: Pick<User, 'id' | 'email' | 'username'>,
  { permissions, libraryIds }: Pick<Viewer, 'permissions' | 'libraryIds'>,
) {
  const isReader = permissions.has('pages:read')
  return {
    id,
    // Komga identifies users by their email address.
    email: email || username,
    roles: [
      'USER',
      ...(permissions.has('system:admin') ? ['ADMIN'] : []),
      ...(isReader ? ['FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOBO_SYNC', 'KOREADER_SYNC'] : []),
    ],
    sharedAllLibraries: libraryIds === 'all',
    sharedLibrariesIds: libraryIds === 'all' ? [] : libraryIds,
    labelsAllow: [],
    labelsExclude: [],
    // Present even if null, because one client requires it.
    ageRestriction: null,
  }
}
