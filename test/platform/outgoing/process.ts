/**
 * A process that sends 20 requests to a provider at the same time: `bun process.ts <database> <base
 * URL> <time>`. Prints how many requests were sent and how many were refused as busy.
 */
import { ProviderError } from '../../../src/platform/outgoing/provider-error'
import { sendRequest } from '../../../src/platform/outgoing/send-request'
import { openDatabase } from '../jobs/support'
import { createOutgoingContext, createRules } from './support'

const [location = '', base = '', nowMs = ''] = process.argv.slice(2)
const store = openDatabase(location)
const ctx = createOutgoingContext(store)
ctx.clock.nowMs = Number(nowMs)
const rules = createRules({ base }, { everyMs: 3_600_000, burst: 10 })
const counts = { sent: 0, busy: 0 }
for (let count = 0; count < 20; count++) {
  try {
    await sendRequest(
      ctx,
      rules,
      { path: `/${process.pid}/${count}`, kind: 'work', accepts: () => true },
      { isUrgent: true },
    )
    counts.sent++
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'busy') throw error
    counts.busy++
  }
}
await store.close()
process.stdout.write(JSON.stringify(counts))
