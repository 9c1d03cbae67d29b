/**
 * Converts documents of e-books in a Worker, because a long document would block all requests on
 * the server's thread.
 */
import { addKoboSpans } from './kobo-spans'

declare const self: Worker

/** The converted document, or null if it is to be left unchanged. */
export interface KepubAnswer {
  converted: Uint8Array<ArrayBuffer> | null
}

self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  const answer: KepubAnswer = { converted: convert(data) }
  self.postMessage(answer)
})

const otherEncoding = /^\ufeff?<\?xml[^>]*encoding=["'](?!utf-8["'])/i

function convert(bytes: Uint8Array) {
  const text = decode(bytes)
  if (text === undefined || otherEncoding.test(text)) return null
  const converted = addKoboSpans(text)
  return converted === undefined ? null : new TextEncoder().encode(converted)
}

/** Returns undefined if the text is not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
