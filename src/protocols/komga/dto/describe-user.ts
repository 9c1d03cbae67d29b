import { computeEffectivePermissions } from '../../../accounts/permissions/permission-rules'
import type { Viewer } from '../../../accounts/permissions/model'
import { getUserLibraries } from '../../../accounts/users/library-access'
import type { User } from '../../../accounts/users/model'
import type { Context } from '../../../context'
import { buildUserDto } from './user-dto'

/**
 * Builds a user as others see it: with all of the user's permissions, and the libraries that the
 * viewer can see.
 */
export async function describeUser(ctx: Context, viewer: Viewer, user: User) {
  const { libraryIds } = await getUserLibraries(ctx, viewer, user.id)
  return buildUserDto(user, {
    permissions: computeEffectivePermissions(user),
    libraryIds: libraryIds ?? 'all',
  })
}
