/** Sends more than the channel to the server holds, then ends like a worker. */
import { closeChannel, sendToServer } from '../../../../src/platform/jobs/worker/worker-messages'

process.on('disconnect', () => process.exit(0))
process.on('message', () => undefined)
sendToServer({ type: 'ready', owner: 'worker' })
for (let i = 0; i < 20_000; i++) sendToServer({ type: 'log', line: `${'x'.repeat(300)}\n` })
await closeChannel()
