/** A message whose data is not an event. */
export class MalformedEvent extends Error {
  override name = 'MalformedEvent'
}

/**
 * Yields the messages of a stream of server-sent events until it ends. Calls `onMalformed` for those
 * that are not events; by default, it throws.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  onMalformed: (error: MalformedEvent) => void = fail,
) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop()!
    for (const frame of frames) {
      const data = /^data: ?(.*)$/m.exec(frame)?.[1]
      const id = /^id: ?(.*)$/m.exec(frame)?.[1] ?? ''
      if (!data) continue
      const event = parseEvent(data)
      if (event instanceof MalformedEvent) onMalformed(event)
      else yield { id, event }
    }
  }
}

function fail(error: MalformedEvent): never {
  throw error
}

function parseEvent(data: string): StreamedEvent | MalformedEvent {
  try {
    const event = JSON.parse(data) as StreamedEvent | null
    if (typeof event?.type === 'string') return event
  } catch {
    // The error below shows the text.
  }
  return new MalformedEvent(`malformed event: ${data.slice(0, 200)}`)
}

export interface StreamedEvent {
  type: string
  bookId?: string
  libraryId?: string
}
