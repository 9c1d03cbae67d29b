import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { clearHistory } from '../progress/history/removal'
import { deleteSomeSessions } from './session-queries'

const sessionsAtOnce = 2000

/** Nothing of it is left, also not what apps have measured. */
export async function clearHistoryAndSessions(ctx: Context, viewer: Viewer) {
  while (await ctx.write((tx) => deleteSomeSessions(tx, viewer.userId, sessionsAtOnce)));
  await clearHistory(ctx, viewer)
}
