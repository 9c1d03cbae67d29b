/** One edit of a book with its title, resets and locks: done as a whole or not at all. */
import type { Context } from '../../../context'
import type { Viewer } from '../../../accounts/users/model'
import {
  change,
  type Changes,
  etagOf,
  type Precondition,
  withEdits,
  withLocks,
  withReset,
} from './metadata'
import { checkDate, checkStorable, givenFields } from './values'
import { viewOfMetadata } from './view'
import type { WholeBookBody } from './whole-model'

/** Resets come first, locks last. */
export async function editWhole(
  ctx: Context,
  viewer: Viewer,
  id: string,
  { body, check }: { body: WholeBookBody; check: Precondition },
) {
  const { title, number, titleSort, reset = [], locks, ...fields } = body
  const own = { ...(typeof title === 'string' && { title }), ...given({ number, titleSort }) }
  checkStorable(own)
  const changes = { ...givenFields(fields), ...own }
  // A book always has a title: one that is cleared is again the file's.
  const fromFile = title === null ? [...reset, 'title' as const] : reset
  const row = await change(ctx, viewer, id, async (standing, tx) => {
    check(etagOf(viewOfMetadata(standing)))
    const base = fromFile.length > 0 ? await withReset(tx, standing, fromFile) : standing
    const edited = withEdits(base, changes)
    checkDate(edited.metadata, changes)
    return locks ? withLocks(edited, locks) : edited
  })
  return viewOfMetadata(row)
}

const given = (fields: Changes): Changes =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
