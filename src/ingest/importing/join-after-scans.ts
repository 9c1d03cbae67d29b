/** After a scan, what was imported for missing books joins those that are there now. */
import type { Context } from '../../context'
import { scanProgress } from '../scanning/model'
import { hasWaiting } from './merge/queries'
import { joinWaitingFactsJob } from './model'

const jobKey = 'join_waiting_facts'

/** Returns a function that stops it. */
export const startJoiningWaitingFacts = (ctx: Context): (() => void) =>
  ctx.bus.subscribe(scanProgress, async ({ status }) => {
    if (status !== 'completed' || !(await hasWaiting(ctx.db))) return
    await ctx.write((tx) =>
      ctx.queue.enqueue(tx, joinWaitingFactsJob, {}, { key: jobKey, again: true }),
    )
  })
