import type { Store } from '../db/store'
import { deleteFinished } from './queries'

const keptMs = 7 * 24 * 3_600_000
const perTransaction = 1000

/** Forgets jobs that ended over 7 days ago. Returns how many. */
export async function tidyJobs(ctx: Pick<Store, 'writeBulk'> & { now: () => Date }) {
  const before = new Date(ctx.now().getTime() - keptMs)
  let total = 0
  for (;;) {
    const gone = await ctx.writeBulk((tx) => deleteFinished(tx, before, perTransaction))
    total += gone
    if (gone < perTransaction) return total
  }
}
