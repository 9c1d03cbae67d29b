/** Yields the messages of a stream of server-sent events until it ends. */
export async function* readEventStream(body: ReadableStream<Uint8Array>) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop()!
    for (const frame of frames) {
      const data = /^data: ?(.*)$/m.exec(frame)?.[1]
      const id = /^id: ?(.*)$/m.exec(frame)?.[1] ?? ''
      if (data) yield { id, event: JSON.parse(data) as StreamedEvent }
    }
  }
}

export interface StreamedEvent {
  type: string
  bookId?: string
  libraryId?: string
}
