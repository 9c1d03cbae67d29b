import { redactCredentials, redactedText } from '../../platform/lib/redact-credentials'
import { maxLogLineLength, maxLogLines } from './limits'
import type { SandboxOptions } from './model'
import { createLineSplitter, type LineSplitter } from './streams/split-lines'

/** Longer than a log line, so that a secret is never cut off before it is redacted. */
const maxRawBytes = 64 * 1024
/** Shorter secrets would also match ordinary words. */
const minSecretLength = 4

export interface ProgramLog {
  readonly lines: readonly string[]
  add(line: Uint8Array): void
  /** Creates a splitter for a stream that is only logged. */
  createSplitter(): LineSplitter
}

/** Redacts secrets in a program's text, including their encoded forms in URLs and headers. */
export function createRedactor(secrets: readonly string[] = []): (text: string) => string {
  const hidden = secrets
    .filter(({ length }) => length >= minSecretLength)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), btoaUtf8(secret)])
    // A secret may contain another one, so the longest are replaced first.
    .toSorted((a, b) => b.length - a.length)
  return (text) =>
    redactCredentials(hidden.reduce((rest, one) => rest.replaceAll(one, redactedText), text))
}

/**
 * Encodes text in Base64. Omits the padding and the character before it, which depends on the text
 * that follows.
 */
const btoaUtf8 = (text: string) => Buffer.from(text).toString('base64').replace(/.?=+$/, '')

/** Creates a log of the last lines written by a program, without secrets. */
export function createProgramLog({
  secrets,
  onLog,
}: Pick<SandboxOptions, 'secrets' | 'onLog'>): ProgramLog {
  const lines: string[] = []
  const redact = createRedactor(secrets)
  const add = (bytes: Uint8Array) => {
    const line = formatLogLine(bytes, redact)
    if (line === '') return
    lines.push(line)
    if (lines.length > maxLogLines) lines.shift()
    onLog?.(line)
  }
  return {
    lines,
    add,
    createSplitter: () =>
      createLineSplitter({ maxBytes: maxRawBytes, onLine: add, onTooLong: add }),
  }
}

function formatLogLine(bytes: Uint8Array, redact: (text: string) => string): string {
  const text = new TextDecoder().decode(bytes.subarray(0, maxRawBytes)).trimEnd()
  return redact(text).slice(0, maxLogLineLength)
}
