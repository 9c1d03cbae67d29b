import { basename } from 'node:path'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { system } from '../../accounts/permissions/model'
import { createLibrary, listLibraries } from './service'

/** Adds and scans a folder while there is no library yet, in the trash neither. */
export async function addFirstLibrary(ctx: Context, folder: string) {
  const present = await Promise.all([true, false].map((t) => listLibraries(ctx, system, t)))
  if (present.flat().length > 0) return
  const name = basename(folder) || 'Library'
  try {
    await createLibrary(ctx, system, { name, path: folder, scanImmediately: true })
  } catch (error) {
    // A wrong folder is no reason not to start: the person can set another one in the browser.
    if (!(error instanceof Refusal)) throw error
    ctx.log.error(`The first library was not added. ${error.message}`)
  }
}
