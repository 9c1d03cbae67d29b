/** Creates the first account and the first library on the first start. */
import { dirname, join } from 'node:path'
import type { Context } from '../../context'
import type { HttpServer } from '../../platform/http/server'
import { renewSetupToken, setUpFromConfig } from '../../accounts/users/sign-in/setup'
import type { CommandIo } from '../config'

/** Creates the account from the settings, or prints a setup link. */
export async function prepareSetup(ctx: Context, front: HttpServer, io: CommandIo) {
  await setUpFromConfig(ctx)
  const token = await renewSetupToken(ctx)
  // The link grants administrator access, so it is printed but never logged.
  const { public_url: publicUrl } = ctx.config.server
  if (token)
    io.out(
      `\nWelcome. Create the first account here (the link works once):\n  ${publicUrl ?? front.url}/setup#token=${token}\n\n`,
    )
}

export async function addFirstLibraries(ctx: Context, { demo }: { demo: boolean }) {
  const folder = ctx.config.setup.library
  if (!demo && !folder) return
  // Loaded on demand, because the first response does not need it.
  const { addFirstLibrary } = await import('../../catalog/libraries/folders/first-library')
  if (demo) {
    const { makeDemo } = await import('../demo/demo')
    await addFirstLibrary(ctx, await makeDemo(getDemoFolder(ctx)))
  }
  if (folder) await addFirstLibrary(ctx, folder)
}

/** Returns a folder next to the data folder, because a library must not be inside that folder. */
const getDemoFolder = (ctx: Context) => join(dirname(ctx.config.data_dir), 'quire-demo')
