/** A stream of events on which nothing happens for longer than Bun's time limit of a connection. */
import { expect } from 'bun:test'
import { startTestServer } from '../support/server'
import { createSharedTest } from '../support/share'

const sharedTest = createSharedTest(['admin/live', 'platform/http'])
const heartbeat = ': still here'

sharedTest(
  'stays open with keep-alive comments',
  async () => {
    // Bun checks every four seconds, so a limit of four seconds can end a request that has just
    // begun.
    const server = await startTestServer({ 'events.heartbeat_seconds': '17' })
    const controller = new AbortController()
    const response = await fetch(`${server.listen(8)}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${server.getToken('ann')}` },
      signal: controller.signal,
    })
    let text = ''
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      if (text.includes(heartbeat)) break
    }
    expect(text).toContain(heartbeat)
    controller.abort()
    await server.close()
  },
  60_000,
)
