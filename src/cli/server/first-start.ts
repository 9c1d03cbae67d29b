/** What happens while nobody has used the house yet: the first account and the first library. */
import { dirname, join } from 'node:path'
import type { Context } from '../../context'
import type { Front } from '../../platform/http/server'
import { addFirstLibrary } from '../../catalog/libraries/first'
import { renewSetupToken, setUpFromConfig } from '../../accounts/users/sign-in/setup'
import type { CommandIo } from '../config'

/** Who comes first finds the account of the settings, or a way to make one. */
export async function welcome(ctx: Context, front: Front, io: CommandIo) {
  await setUpFromConfig(ctx)
  const token = await renewSetupToken(ctx)
  // The link is a key to the house: it goes to the one who started it, and into no log.
  if (token)
    io.out(
      `\nWelcome. Make the first account here (the link works once):\n  ${front.url}/setup#token=${token}\n\n`,
    )
}

export async function addFirstLibraries(ctx: Context, { demo }: { demo: boolean }) {
  if (demo) {
    const { makeDemo } = await import('../demo/demo')
    await addFirstLibrary(ctx, await makeDemo(demoFolder(ctx)))
  }
  const folder = ctx.config.setup.library
  if (folder) await addFirstLibrary(ctx, folder)
}

/** Beside the data: a library never lies inside the folder where we keep our own things. */
const demoFolder = (ctx: Context) => join(dirname(ctx.config.data_dir), 'quire-demo')
