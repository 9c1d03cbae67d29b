/** Edits of many books: the rules are those for one, in metadata.ts. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/users/model'
import type { BulkBookLocksBody, BulkBookMetadataBody } from './bulk-model'
import { changeEach, withEdits, withLocks, withReset } from './metadata'
import { bookFields } from './model'
import { checkDate, givenFields } from './values'

/** Fields left out stay, null clears, and what changed to a value is locked. */
export async function patchMany(
  ctx: Context,
  viewer: Viewer,
  { bookIds, ...body }: BulkBookMetadataBody,
) {
  const changes = givenFields(body)
  return changeEach(ctx, viewer, bookIds, (standing) => {
    const edited = withEdits(standing, changes)
    checkDate(edited.metadata, changes)
    return edited
  })
}

export async function lockMany(
  ctx: Context,
  viewer: Viewer,
  { bookIds, ...wanted }: BulkBookLocksBody,
) {
  return changeEach(ctx, viewer, bookIds, (standing) => withLocks(standing, wanted))
}

export async function resetMany(ctx: Context, viewer: Viewer, bookIds: string[]) {
  return changeEach(ctx, viewer, bookIds, (standing, tx) =>
    withReset(tx, standing, [...bookFields, 'title', 'number']),
  )
}
