/** The library that is added when the server starts for the first time. */
import { basename } from 'node:path'
import { system } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { libraryLogMessages } from '../messages'
import { createLibrary, listLibraries } from '../service'

/** Adds and scans a folder if no library exists, not even in the trash. */
export async function addFirstLibrary(ctx: Context, folder: string) {
  const present = await Promise.all([true, false].map((t) => listLibraries(ctx, system, t)))
  if (present.flat().length > 0) {
    const isAdded = present.flat().some(({ paths }) => paths?.includes(folder))
    if (!isAdded) ctx.log.warn({ folder }, libraryLogMessages.not_first())
    return
  }
  const name = basename(folder) || 'Library'
  try {
    await createLibrary(ctx, system, { name, path: folder, scanImmediately: true })
  } catch (error) {
    // A wrong folder must not prevent the server from starting; the user can choose another one in
    // the browser.
    if (!(error instanceof Refusal)) throw error
    ctx.log.error({ folder, reason: error.message }, libraryLogMessages.add_failed())
  }
}
